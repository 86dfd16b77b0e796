import type { Request } from 'playwright/test';
import { expect, PHONE, test } from './fixtures';
import { button, type Someone } from './steps';

for (const scripts of [true, false]) {
  test(`a private link opens and sends its URL to no other resource, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { client } = party.organizer;
    const link = /\/return\/[\w-]{43}/.exec((await client.get('/')).text)?.[0] ?? '';
    const page = await openBrowser({ viewport: PHONE, language: 'en', javaScriptEnabled: scripts });
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    await page.goto(link);
    const someone: Someone = { page, t, scripts };
    await button(someone, t('links:link.open')).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('img', { name: party.names.event })).toBeVisible();
    expect(asked.length).toBeGreaterThan(5);
    for (const request of asked) {
      expect((await request.allHeaders()).referer ?? '', request.url()).not.toContain('/return/');
    }
  });
}
