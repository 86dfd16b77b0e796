import { test } from './fixtures';
import { untilKeysWork } from './steps';

test('a page hydrates even if keys are pressed all the while', async ({ openBrowser, party }) => {
  const page = await openBrowser({ as: party.organizer.client });
  await page.addInitScript(() => {
    const press = () =>
      document.body?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    setInterval(press, 1);
  });
  for (let load = 0; load < 10; load++) {
    await page.goto('/');
    await untilKeysWork(page);
  }
});
