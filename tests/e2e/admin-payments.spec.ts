import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Download, Page } from 'playwright/test';
import { connectDatabase } from '../../db/client.server';
import { createParty, signInAdministrator, unique, type Party } from '../api/party';
import { parseCsv } from '../csv';
import { createTestPayment } from '../factories';
import { copyFirstStart } from '../setup/first-start';
import { startServer } from '../setup/server';
import { expect, LAPTOP, PHONE, test as base } from './fixtures';
import { button, field, link, nextFrames, open, type Someone } from './steps';
import { textsOf } from './texts';

// The administrator's payments, with scripts and without. They need a separate server, whose database is
// filled before it starts: nothing is paid here.

/** Test keys for a Stripe that does not answer. */
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_nobody', STRIPE_API_BASE: 'http://127.0.0.1:1' };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Seeded {
  origin: string;
  /** The name of an event, and of a deleted one. */
  names: { event: string; gone: string };
  paymentIntentId: string;
}

const test = base.extend<object, { seeded: Seeded }>({
  seeded: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const dataDir = await copyFirstStart();
      const before = await startServer({ dataDir });
      const party = await createParty(before.origin, { name: `Fête ${unique()}` });
      await before.stop();
      const paymentIntentId = `pi_3AbC${unique()}`;
      const gone = `Gone ${unique()}`;
      await seed(dataDir, { party, gone, paymentIntentId });
      const { origin, stop, clean } = await startServer({
        dataDir,
        env: STRIPE,
      });
      await provide({ origin, names: { event: party.names.event, gone }, paymentIntentId });
      await stop();
      await clean();
    },
    { scope: 'worker' },
  ],
  origin: [async ({ seeded }, provide) => provide(seeded.origin), { scope: 'worker' }],
});

/** One payment for the event in each state, too old to be checked again. */
async function seed(
  dataDir: string,
  { party, gone, paymentIntentId }: { party: Party; gone: string; paymentIntentId: string },
): Promise<void> {
  const { db, close } = await connectDatabase({ dataDir });
  const days = (ago: number) => new Date(Date.now() - ago * DAY_MS);
  const payerId = party.organizer.user.id;
  const paid = { state: 'succeeded', paidAt: days(10), grantedAt: days(10) } as const;
  const receiptUrl = 'https://example.com/receipt';
  const { event } = party;
  const began = { payerId, createdAt: days(10) };
  await createTestPayment(db, event, { ...began, ...paid, paymentIntentId, receiptUrl });
  await createTestPayment(db, event, { ...began, ...paid, dispute: 'needs_response' });
  await createTestPayment(db, event, { ...began, state: 'open', paymentIntentId: null });
  await createTestPayment(db, event, { ...began, state: 'processing' });
  const due = { ...paid, grantedAt: null, plan: 'premium', amount: 2900 } as const;
  await createTestPayment(
    db,
    { id: 987_654_321, name: gone },
    { ...due, eventId: null, createdAt: days(9) },
  );
  await close();
}

for (const scripts of [true, false]) {
  test(`${scripts ? 'with' : 'without'} scripts: payments are searched, filtered and saved`, async ({
    openBrowser,
    seeded,
    t,
  }) => {
    const { names, origin, paymentIntentId } = seeded;
    const page = await openBrowser({
      as: await signInAdministrator(origin),
      language: 'en',
      javaScriptEnabled: scripts,
      viewport: LAPTOP,
    });
    const someone: Someone = { page, t, scripts };
    const events = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t('admin:payments.title'), exact: true }) })
      .locator('tbody td:nth-child(2)');
    const shows = page.getByRole('navigation', { name: t('admin:payments.show') });
    const search = async (words: string) => {
      await field(someone, t('admin:payments.search')).fill(words);
      await button(someone, t('admin:list.find')).click();
    };
    const show = async (which: 'all' | 'refund_due' | 'open' | 'disputed') => {
      const to = shows.getByRole('link', { name: t(`admin:payments.shows.${which}`) });
      await to.click();
      await expect(to).toHaveAttribute('aria-current', 'page');
    };

    await open(someone, '/admin/payments');
    await expect(page.getByText(t('admin:payments.test_mode'))).toBeVisible();
    await expect(page.getByText(t('admin:payments.totals.test'))).toBeVisible();
    await expect(events).toHaveCount(4);
    await expect(shows.getByRole('link', { name: t('admin:payments.shows.all') })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await search(paymentIntentId);
    await expect(events).toHaveCount(1);
    await expect(events).toContainText(names.event);
    const row = page.getByRole('row').filter({ hasText: paymentIntentId });
    await expect(row).toContainText(t('shop:status.paid'));
    await expect(row.getByText(t('admin:payments.test'), { exact: true })).toBeVisible();
    await expect(row).toContainText('€3.00');
    const receipt = row.getByRole('link', { name: t('admin:payments.receipt') });
    await expect(receipt).toHaveAttribute('href', 'https://example.com/receipt');
    await expect(receipt).toHaveAttribute('target', '_blank');
    await expect(receipt).toHaveAttribute('rel', 'noreferrer');

    // Each control keeps the other's value.
    await search(names.event);
    await expect(events).toHaveCount(3);
    await show('disputed');
    await expect(events).toHaveCount(1);
    await search(names.gone);
    await expect(
      page.getByRole('heading', { name: t('admin:payments.empty.disputed') }),
    ).toBeVisible();
    await show('refund_due');
    await expect(events).toHaveText([new RegExp(`${names.gone}.*${'987654321'}`)]);
    await expect(events).toContainText(t('admin:payments.event_deleted'));
    await expect(page.getByText(t('admin:payments.refund_due_text'))).toBeVisible();
    await search('nothing');
    await link(someone, t('admin:list.clear')).click();
    await expect(events).toHaveCount(1);
    await expect(page).toHaveURL(/show=refund_due/);

    const due = await save(page, link(someone, t('admin:payments.csv')));
    expect(due.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    expect(due.rows[0]?.[0]).toBe(t('admin:payments.csv_columns.date'));
    expect(due.rows.slice(1).map((cells) => cells.slice(2, 9))).toEqual([
      [
        ...['987654321', names.gone, t('shop:names.premium'), '29.00', '0.00', 'EUR'],
        t('shop:status.refund_due'),
      ],
    ]);
    await show('open');
    await search(names.event);
    await expect(events).toHaveCount(2);
    const unfinished = await save(page, link(someone, t('admin:payments.csv')));
    expect(unfinished.rows).toHaveLength(3);
  });
}

test('amounts and states are readable on a phone and on a small laptop', async ({
  openBrowser,
  origin,
}) => {
  const t = textsOf('de');
  const page = await openBrowser({
    as: await signInAdministrator(origin),
    language: 'de',
    viewport: PHONE,
    reducedMotion: 'reduce',
  });
  await open({ page, t, scripts: true }, '/admin/payments');
  await expect(page.getByText('29,00\u00a0€').first()).toBeVisible();
  await expect(page.getByText(t('admin:payments.refund_due_text'))).toBeVisible();
  for (const width of [320, 360, 1000]) {
    await page.setViewportSize({ width, height: 740 });
    await nextFrames(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, wide]).toEqual([width, 0]);
    const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze();
    expect([width, violations]).toEqual([width, []]);
  }
});

/** The file that a link downloads. */
async function save(page: Page, opener: ReturnType<typeof link>) {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    opener.click(),
  ]);
  const content = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), rows: parseCsv(content.slice(1)) };
}
