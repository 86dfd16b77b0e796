import { builtRoutes } from '../setup/routes';
import { expect, test } from './fixtures';
import { CUTS, FORMS, SENTENCE } from './offline-forms';
import { noteOf, open, type Someone } from './steps';

// The network is cut under every form: the form keeps what was typed, and is sent once the network is back.

/** The browser tests of these forms, or the form that they are another URL of. */
const ELSEWHERE: Record<string, string> = {
  '/auth/join': 'offline.spec.ts',
  '/auth/join/confirm': 'offline.spec.ts',
  '/login/email/:token': 'the form of /return/:token',
  '/login/link/:token': 'the form of /return/:token',
  '/invited/:token/stop': 'the form of /return/:token',
  '/morning/in/:token': 'the form of /return/:token',
  '/morning/stop/:token': 'the form of /return/:token',
  '/settings/morning-mail': 'the form of /settings/naming',
  '/duel': 'duel.spec.ts',
  '/images/add': 'pending-uploads.spec.ts',
  '/photos/add': 'upload.spec.ts',
  '/photos/:photoId/star': 'pending-stars.spec.ts',
  '/shop': 'shop.spec.ts',
};
/** Other clients post to these: a phone that shares photos, and requests for unknown pages. */
const NO_FORMS = ['/photos/shared', '/*'];

test('every route that takes a form is tested here or elsewhere', async () => {
  const routes = await builtRoutes();
  const posted = routes.filter(({ kind, hasAction }) => kind === 'screen' && hasAction);
  const tried = [...FORMS.map(({ route }) => route), ...Object.keys(ELSEWHERE), ...NO_FORMS];
  expect([...new Set(tried)].sort()).toEqual([...new Set(posted.map(({ path }) => path))].sort());
});

for (const form of FORMS) {
  test(`${form.name} stays: ${form.cuts.join(', ')}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502|SyntaxError/);
    const page = await openBrowser({ as: await form.as?.(party), language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, await form.path(party));
    await form.fill?.(someone, party);
    await page.waitForLoadState('networkidle');

    for (const how of form.cuts) {
      await CUTS[how].cut(page);
      await form.send(someone);
      await expect(noteOf(page, SENTENCE), how).toBeVisible();
      await form.stays?.(someone);
      // On a phone the toast covers what is below it, and may disappear by itself.
      await page
        .locator('.toast button')
        .click({ timeout: 2_000 })
        .catch(() => null);
      await expect(noteOf(page, SENTENCE)).toBeHidden();
      await CUTS[how].mend(page);
    }
    if (!form.done) return;
    await form.send(someone);
    await form.done(someone);
  });
}
