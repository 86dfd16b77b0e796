export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/fr/*.json',
  '!../locales/fr/{common,errors,auth,event}.json',
  // Written on the server, or in the wall's page.
  '!../locales/fr/{mail,platform,server,wall_screen}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../locales/fr/offline.json',
]);
