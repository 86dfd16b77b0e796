// The operator's commands, each a file of scripts/. They are built, too, because an image has no sources:
// `node build/server/doctor.js` is what `npm run doctor` is in a checkout.
export const COMMANDS = [
  'admin-password',
  'backup',
  'check-storage',
  'doctor',
  'restore',
  'retention',
  'second-factor-off',
];
