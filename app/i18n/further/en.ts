export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/en/*.json',
  '!../locales/en/{common,errors,auth,event}.json',
  // Written on the server, or in the wall's page.
  '!../locales/en/{mail,platform,server,wall_screen}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../locales/en/offline.json',
]);
