import { expect, test } from './fixtures';
import { CUTS, FORMS, SENTENCE } from './offline-forms';
import { noteOf, open, type Someone } from './steps';

// The network is cut under every form: it stays, with what was typed, and is sent once the network is back.

for (const form of FORMS) {
  for (const how of form.cuts) {
    test(`${form.name} stays: ${how}`, async ({ openBrowser, party, t, complaints }) => {
      complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502|SyntaxError/);
      const page = await openBrowser({ as: await form.as?.(party), language: 'en' });
      const someone: Someone = { page, t, scripts: true };
      await open(someone, await form.path(party));
      await form.fill?.(someone, party);
      await page.waitForLoadState('networkidle');

      await CUTS[how].cut(page);
      await form.send(someone);
      await expect(noteOf(page, SENTENCE)).toBeVisible();
      await form.stays?.(someone);

      if (!form.done) return;
      // On a phone the toast lies over what is under it; it may be gone by itself.
      await page
        .locator('.toast button')
        .click({ timeout: 2_000 })
        .catch(() => null);
      await CUTS[how].mend(page);
      await form.send(someone);
      await form.done(someone);
    });
  }
}
