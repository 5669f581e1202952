/** The variable with the URL of the PostgreSQL server on which services of tests keep their workspaces. Without it, they use files. */
export const testDatabaseVariable = 'TEST_DATABASE_URL';
