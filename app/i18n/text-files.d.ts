/** Where each language's guest texts lie, as the build of the server knows it (vite.config.ts). */
declare module 'virtual:text-files' {
  const files: Record<string, string | undefined>;
  export default files;
}
