import { unique } from '../api/party';
import { expect, PHONE, test as base } from './fixtures';
import { MAIL_ORIGIN, startMailingServer, type MailingServer } from './mailing-server';
import { button, field, link, open, seeNotice, type Someone } from './steps';

// People who are invited by mail (rules `guest-list.…`), on a separate server that sends mails.

const test = base.extend<object, { mailing: MailingServer; origin: string }>({
  mailing: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const server = await startMailingServer();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  origin: [({ mailing }, provide) => provide(mailing.origin), { scope: 'worker' }],
});

/** The path of the first link below this path in the newest mail to an address. */
async function mailedPath({ smtp }: MailingServer, to: string, path: string): Promise<string> {
  const found = () =>
    smtp.mails
      .filter((mail) => mail.includes(`To: ${to}`))
      .flatMap((mail) => new RegExp(`${MAIL_ORIGIN}(${path}/[\\w-]+)$`, 'm').exec(mail)?.[1] ?? [])
      .at(-1);
  await expect.poll(found, { timeout: 60_000 }).toBeTruthy();
  return found() ?? '';
}

const status = ({ page }: Someone, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).locator('.pill');

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`guests are invited by mail, and come by their link, ${how}`, async ({
    openBrowser,
    party,
    t,
    mailing,
    complaints,
  }) => {
    test.setTimeout(180_000);
    complaints.expect(/status of 400/);
    const options = { language: 'en', viewport: PHONE, javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...options });
    const desk: Someone = { page, t, scripts };
    const [ann, bob] = [`ann-${unique()}@guests.example`, `bob-${unique()}@guests.example`];

    // Opened from the list of participants; a line with an error stays in the field.
    await open(desk, '/participants');
    await link(desk, t('organizer:guests.open')).click();
    await expect(page.getByText(t('organizer:guests.empty'))).toBeVisible();
    const list = field(desk, t('organizer:guests.list'));
    await list.fill('x'.repeat(100_001));
    await button(desk, t('organizer:guests.add')).click();
    await expect(page.getByText(t('errors:list_too_long'))).toBeVisible();
    await expect(list).toHaveValue(/^x{100001}$/);
    await list.fill(`Eve Adams, eve-${unique()}@guests.example`);
    await button(desk, t('organizer:guests.add')).click();
    await seeNotice(desk, t('organizer:guests.added', { count: 1 }));
    await expect(list).toHaveValue('');
    await button(desk, t('organizer:guests.remove_one', { name: 'Eve Adams' })).click();
    await expect(page.getByText(t('organizer:guests.empty'))).toBeVisible();
    await list.fill(`Ann Young; ${ann}\nnobody at all`);
    await button(desk, t('organizer:guests.add')).click();
    const reason = t('errors:guest_email');
    await expect(page.getByText(t('organizer:guests.line', { line: 1, reason }))).toBeVisible();
    if (scripts) await expect(list).toBeFocused();
    await expect(list).toHaveValue('nobody at all');
    await expect(status(desk, 'Ann Young')).toHaveText(t('organizer:guests.status.new'));
    await list.fill('');
    await field(desk, t('organizer:guests.file')).setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`E-mail;Name\r\n${bob};Zoé Jones\r\n${ann};Ann`, 'latin1'),
    });
    await button(desk, t('organizer:guests.add')).click();
    await seeNotice(desk, t('organizer:guests.added', { count: 1 }));
    await expect(status(desk, 'Zoé Jones')).toHaveText(t('organizer:guests.status.new'));

    // Nobody writes to strangers with an address that is not their own.
    await expect(page.getByText(t('organizer:guests.unconfirmed'))).toBeVisible();
    await button(desk, t('organizer:guests.confirm')).click();
    await seeNotice(desk, t('organizer:guests.confirm_sent'));
    const { email } = party.organizer.user;
    await open(desk, await mailedPath(mailing, email ?? '', '/login/confirm'));
    await button(desk, t('auth:actions.confirm')).click();
    await seeNotice(desk, t('server:auth.confirm_email.done'));
    await open(desk, '/participants/invited');
    await button(desk, t('organizer:guests.to_invite', { count: 2 })).click();
    await seeNotice(desk, t('organizer:guests.requested', { count: 2 }));

    // The link opens the event and fills in name and address; the guest still confirms.
    const path = await mailedPath(mailing, ann, '/invited');
    const headers = mailing.smtp.mails.find((mail) => mail.includes(`To: ${ann}`)) ?? '';
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(headers.replace(/\s+/g, '')).toContain('List-Unsubscribe:<http://photos.example/');
    const phone: Someone = { page: await openBrowser(options), t, scripts };
    await open(phone, path);
    await button(phone, t('server:auth.card.enter')).click();
    await expect(phone.page).toHaveURL(/\/(feed)?$/);
    await open(phone, '/login');
    await expect(field(phone, t('auth:fields.name'))).toHaveValue('Ann Young');
    await expect(field(phone, t('auth:fields.email'))).toHaveValue(ann);
    await open(phone, '/photos/new');
    if (!scripts) await expect(field(phone, t('auth:fields.name'))).toHaveValue('Ann Young');
    await open(phone, '/login');
    await phone.page.getByRole('checkbox').check();
    await button(phone, t('auth:actions.continue')).click();
    await button(phone, t('auth:actions.submit')).click();
    await seeNotice(phone, t('server:auth.toast.account_created'));

    // The people who are not here yet.
    await open(desk, '/participants');
    await link(desk, t('organizer:guests.open_not_here', { count: 1 })).click();
    await expect(status(desk, 'Zoé Jones')).toHaveText(t('organizer:guests.status.invited'));
    await expect(page.getByText('Ann Young')).toHaveCount(0);
    await link(desk, t('organizer:guests.not_here', { number: 1 })).click();
    await expect(status(desk, 'Ann Young')).toHaveText(t('organizer:guests.status.here'));

    // The other guest wants no more mails.
    const other: Someone = { page: await openBrowser(options), t, scripts };
    await open(other, `${await mailedPath(mailing, bob, '/invited')}/stop`);
    await button(other, t('server:auth.guest_stop.confirm')).click();
    await seeNotice(other, t('server:auth.guest_stop.done'));
    await open(desk, '/participants/invited');
    await expect(page.getByText('Zoé Jones')).toHaveCount(0);
    await button(desk, t('organizer:guests.remove_one', { name: 'Ann Young' })).click();
    await expect(page.getByText(t('organizer:guests.empty'))).toBeVisible();
  });
}
