import { expect, test } from './fixtures';
import { open } from './steps';

// The morning after (rules `event.morning`, `files.own-photos`).

test('one’s own photos go home as JPEG: by the share sheet, else as a zip', async ({
  openBrowser,
  scene,
  t,
}) => {
  const as = scene.ended.participant;
  const own = t('morning:own', { count: 1 });
  const laptop = await openBrowser({ as, language: 'en' });
  await open({ page: laptop, t, scripts: true }, '/');
  const download = laptop.waitForEvent('download');
  const zip = laptop.locator('a[href="/photos/mine.zip?format=jpeg"]');
  await expect(zip).toHaveText(own);
  await zip.click();
  expect((await download).suggestedFilename()).toMatch(/^my-photos-.*\.zip$/);

  const phone = await openBrowser({ as, language: 'en' });
  await phone.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) {
          const { width } = await createImageBitmap(file);
          shared.push(`${file.name} ${file.type} ${width > 0}`);
        }
      },
    });
  });
  await open({ page: phone, t, scripts: true }, '/');
  await phone.getByRole('button', { name: own, exact: true }).click();
  await expect
    .poll(() => phone.evaluate(() => (window as unknown as { shared: string[] }).shared[0]))
    .toMatch(/^photo-\d+\.jpg image\/jpeg true$/);
});
