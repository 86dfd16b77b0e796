export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/nl/*.json',
  '!../locales/nl/{common,errors,auth,event}.json',
  // Written on the server, or in the wall's page.
  '!../locales/nl/{mail,platform,server,wall_screen}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../locales/nl/offline.json',
]);
