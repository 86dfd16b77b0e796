/** The URLs of the tables' lights, which guests' pages need not load to hydrate. */
export const tablePaths = {
  tables: () => '/tables',
};
