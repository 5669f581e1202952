import './before-schemas.ts';
import './styles/index.css';

// Imported when that is done: static imports of one page may be evaluated in another order than they are written in.
const { start } = await import('./start.tsx');
start();
