export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/de/*.json',
  '!../locales/de/{common,errors,auth,event}.json',
  // Written on the server, or in the wall's page.
  '!../locales/de/{mail,platform,server,wall_screen}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../locales/de/offline.json',
]);
