export { MemberBanner } from './member-banner.tsx';
