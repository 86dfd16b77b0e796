export default import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/nl/*.json',
  '!../**/{common,errors,auth,event}.json',
  // Written on the server.
  '!../**/{mail,platform,server}.json',
  // Loaded separately (use-offline-texts.ts).
  '!../**/offline.json',
]);
