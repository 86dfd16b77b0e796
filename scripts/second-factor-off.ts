import { removeSecondFactor } from '../app/models/session/second-factor-changes.server';
import { recordSecurityEvent } from '../app/models/admin/security-event.server';
import { ADMIN_USER_ID } from '../app/models/user/rules';
import { openDatabase } from '../app/open-database.server';
import { runTool } from './run-tool';

// `npm run second-factor-off`: lets an administrator who has lost phone and recovery codes sign in again
// (rule `second-factor.lost`). On the embedded database the server must be stopped.

await runTool([], 'Usage: npm run second-factor-off', async (env) => {
  const connection = await openDatabase(env);
  try {
    const user = await removeSecondFactor(connection.db, { userId: ADMIN_USER_ID });
    if (user) {
      const { id: userId, eventId } = user;
      const entry = { userId, eventId, address: '', detail: 'npm run second-factor-off' };
      const kind = 'second_factor_off' as const;
      await recordSecurityEvent(connection.db, { entry: { kind, ...entry }, now: new Date() });
    }
    process.stdout.write(
      user
        ? 'The administrator has no second factor any more, and is logged out everywhere.\n'
        : 'The administrator has no second factor.\n',
    );
  } finally {
    await connection.close();
  }
});
