/** The path of each language's file of guest texts, as known to the server's build (vite.config.ts). */
declare module 'virtual:text-files' {
  const files: Record<string, string | undefined>;
  export default files;
}
