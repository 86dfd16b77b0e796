import { wallPhoto } from '../setup/wall-stand';
import { expect, prints, test } from './wall-page';

// Rule `duel.wall`.

const SECOND = 1000;

test('a duel replaces the programme until its end, without the code', async ({
  openWall,
  pictures,
}) => {
  const photos = [0, 3, 6].map((id) => wallPhoto(id, pictures, { userName: `Ann${id}` }));
  const { page, stand } = await openWall({ photos, programme: 'dark' });
  const tied = [
    wallPhoto(1, pictures, { userName: 'Zoé Martin', caption: 'Hold still, Camille' }),
    wallPhoto(2, pictures, { userName: 'Karim Benali' }),
  ];
  const pane = page.locator('[data-pane="duel"]');
  await expect(pane).toBeHidden();
  stand.set({
    duel: { startedAt: Date.now(), endsAt: Date.now() + 90 * SECOND, photos: tied },
  });
  await expect(page.getByRole('heading', { name: 'A tie for first' })).toBeVisible();
  await expect(page.getByText('One tap each, on your phone')).toBeVisible();
  const shown = pane.locator('.print:not([hidden])');
  await expect(shown).toHaveText([/Hold still, Camille\s*Zoé/, /Karim/]);
  await expect(page.getByRole('timer')).toHaveAttribute('aria-label', /^1:\d\d left$/);
  await expect(page.locator('[data-part="code"]')).toBeHidden();
  await expect(page.locator('html')).not.toHaveClass(/dark/);

  // The clock ends it, whether or not a state reports the end.
  stand.set({
    programme: 'photos',
    duel: { startedAt: Date.now(), endsAt: Date.now() + 3 * SECOND, photos: tied },
  });
  await expect(page.getByRole('timer')).toHaveAttribute('aria-label', '0:02 left');
  await expect(prints(page)).toBeHidden();
  await expect(pane).toBeHidden();
  await expect(prints(page)).toBeVisible();
  await expect(pane.locator('img[src]')).toHaveCount(0);
});

for (const [name, viewport] of Object.entries({
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  'an upright screen': { width: 1080, height: 1920 },
})) {
  test(`two to five photos of a duel fit completely on ${name}`, async ({ openWall, pictures }) => {
    const { page, stand } = await openWall({}, { viewport });
    for (const count of [2, 3, 5]) {
      const tied = Array.from({ length: count }, (_, id) =>
        wallPhoto(id, pictures, {
          userName: `Ann${id}`,
          caption: 'A caption of forty letters, at the most.',
        }),
      );
      stand.set({
        duel: { startedAt: Date.now(), endsAt: Date.now() + 90 * SECOND, photos: tied },
      });
      const shown = page.locator('[data-pane="duel"] .print:not([hidden])');
      await expect(shown).toHaveCount(count);
      await expect(page.locator('[data-pane="duel"] img[src]')).toHaveCount(count);
      for (const print of [...(await shown.all()), page.getByRole('timer')]) {
        const box = await print.boundingBox();
        if (!box) throw new Error('A print is not on the wall');
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThan(viewport.height * 0.03);
        expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
        expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      }
    }
  });
}
