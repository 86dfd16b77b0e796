export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/es/*.json',
  '!../locales/es/{common,errors,auth,event}.json',
  // Written on the server, or in the wall's page.
  '!../locales/es/{mail,platform,server,wall_screen}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../locales/es/offline.json',
]);
