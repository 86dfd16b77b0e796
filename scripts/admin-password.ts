import { setAdminPassword } from '../app/models/admin/lost-password.server';
import { setPasswordCost } from '../app/models/session/password.server';
import { openDatabase } from '../app/open-database.server';
import { runTool } from './run-tool';

// `npm run admin-password`: gives an administrator who has lost it a new password, and logs them out everywhere
// (rule `admin.lost-password`). On the embedded database the server must be stopped.

await runTool([], 'Usage: [ADMIN_PASSWORD=…] npm run admin-password', async (env) => {
  setPasswordCost(env.PASSWORD_COST);
  const connection = await openDatabase(env);
  try {
    const { db } = connection;
    const { username, generated } = await setAdminPassword(db, {
      password: env.ADMIN_PASSWORD,
      now: new Date(),
    });
    process.stdout.write(
      generated === null
        ? `${username} has the password of ADMIN_PASSWORD, and is logged out everywhere.\n`
        : `Administrator: ${username}, password ${generated} (shown this once); logged out everywhere.\n`,
    );
  } finally {
    await connection.close();
  }
});
