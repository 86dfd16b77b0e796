import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import { createParty, expectStatus, join, visit } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { button, field, link, logIn, noteOf, open, type Someone } from './steps';

const PASSWORD = 'open sesame';

for (const scripts of [true, false]) {
  test(`an organizer sets up a second factor and signs in with it, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    origin,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 401/);
    const party = await createParty(origin, { organizerPassword: PASSWORD });
    const phone = { viewport: PHONE, language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...phone });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/settings');
    await link(someone, t('second_factor:set_up')).click();
    await button(someone, t('second_factor:begin')).waitFor();
    await field(someone, t('account:password.current')).fill(PASSWORD);
    await button(someone, t('second_factor:begin')).click();
    const key =
      (await page.getByText(t('second_factor:by_hand')).locator('+ p').textContent()) ?? '';
    const codeOf = (later: number) =>
      generateSync({ secret: key.replaceAll(' ', ''), epoch: Date.now() / 1000 + later });
    await field(someone, t('second_factor:code')).fill(codeOf(0));
    await button(someone, t('second_factor:turn_on')).click();
    const shown = page.locator('.recovery-codes li');
    await expect(shown).toHaveCount(10);
    const codes = await shown.allTextContents();
    if (scripts) {
      // A change on the server reloads the screen, but the codes are shown only this once.
      const guest = await join(party);
      const toUserId = party.organizer.user.id;
      expectStatus(await guest.client.post('/api/messages', { toUserId, message: 'Hello' }), 201);
      const unread = t('common:nav.messages_unread', { count: 1 });
      await expect(page.getByRole('link', { name: unread }).first()).toBeVisible();
    }
    const saved = page.waitForEvent('download');
    await link(someone, t('second_factor:download')).click();
    const file = await (await saved).path();
    expect(await readFile(file, 'utf8')).toBe(`${codes.join('\n')}\n`);
    await link(someone, t('second_factor:kept')).click();
    await expect(page.getByText(t('second_factor:on'), { exact: true })).toBeVisible();

    const other = await openBrowser({ as: await visit(party), ...phone });
    const again: Someone = { page: other, t, scripts };
    await open(again, '/login');
    await logIn(again, party.names.organizerName, party.organizer.user.email);
    const password = field(again, t('auth:fields.password'));
    const submit = button(again, t('auth:actions.submit'));
    await password.fill('open barley');
    await submit.click();
    await expect(
      noteOf(other, t('errors:invalid_credentials')).or(other.locator('.field-error')).first(),
    ).toBeVisible();
    await password.fill(PASSWORD);
    await submit.click();
    const code = field(again, t('second_factor:code'));
    await expect(code).toBeVisible();
    // No page contains a password; a browser with scripts still has it.
    await expect(password).toHaveValue(scripts ? PASSWORD : '');
    await password.fill(PASSWORD);
    await code.fill('123456');
    await submit.click();
    await expect(other.getByText(t('errors:second_factor_wrong'))).toBeVisible();
    if (!scripts) await password.fill(PASSWORD);
    await code.fill(codeOf(30));
    await submit.click();
    await expect(noteOf(other, t('server:auth.toast.welcome_back'))).toBeVisible();
  });
}
