import { join as joinPath } from 'node:path';
import { addPhoto, createParty, join, signInAdministrator } from '../api/party';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';
import { copyFirstStart } from '../setup/first-start';
import { startServer } from '../setup/server';
import { expect, LAPTOP, test as base } from './fixtures';
import { button, field, open, seeNotice, type Someone } from './steps';
import { textsOf } from './texts';

// The administrator sets up an FTP server, with scripts and without. It needs a separate server, because the
// storage is one choice for everybody.

const test = base.extend<object, { origin: string; ftp: FtpServer; web: FileServer }>({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const dataDir = await copyFirstStart();
      const server = await startServer({ dataDir });
      await provide(server.origin);
      await server.stop();
      await server.clean();
    },
    { scope: 'worker' },
  ],
  ftp: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const ftp = await startFtpServer();
      await provide(ftp);
      await ftp.clean();
    },
    { scope: 'worker' },
  ],
  web: [
    async ({ ftp }, provide) => {
      const web = await serveFolder(joinPath(ftp.folder, '..'));
      await provide(web);
      await web.stop();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'serial' });

for (const scripts of [false, true]) {
  test(`${scripts ? 'with' : 'without'} scripts: FTP is set up, refused, corrected, switched`, async ({
    openBrowser,
    origin,
    ftp,
    web,
    complaints,
  }) => {
    complaints.expect(/status of 400/, new RegExp(`foreign request: GET ${web.origin}`));
    const admin = await signInAdministrator(origin);
    const page = await openBrowser({
      as: admin,
      language: 'en',
      javaScriptEnabled: scripts,
      viewport: scripts ? LAPTOP : undefined,
    });
    const t = textsOf('en');
    const someone: Someone = { page, t, scripts };
    const fill = async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) {
        await field(someone, t(`admin:store.form.${label}` as never)).fill(value);
      }
    };
    const save = () => button(someone, t('admin:store.form.save')).click();

    await open(someone, '/admin/storage');
    if (!scripts) {
      // Photos on this server's own disk are no reason to warn.
      const note = page.locator('.note').filter({ hasText: t('admin:store.not_configured_title') });
      await expect(note).toBeVisible();
      await expect(note).not.toHaveClass(/warn|error/);
      await expect(page.getByRole('group')).toHaveCount(0);
    }
    await fill({ host: '', base_url: 'https://' });
    await save();
    await expect(page.getByText(t('errors:ftp_host_required'))).toBeVisible();
    await expect(page.getByText(t('errors:ftp_base_url_invalid'))).toBeVisible();

    await fill({
      host: `127.0.0.1:${ftp.port}`,
      user: FTP_USER,
      password: 'wrong',
      base_url: web.origin,
    });
    // Its label ends in "(optional)".
    await page.locator('[name="ftpDirectory"]').fill('upload/photos');
    await save();
    await expect(page.locator('.field-error')).toHaveText(t('errors:ftp_sign_in_failed'));
    await expect(page.getByRole('alert')).toContainText(t('errors:ftp_sign_in_failed'));
    const raw = page.getByText(/^530 /);
    await expect(raw).toBeHidden();
    await page.getByText(t('admin:store.form.said')).click();
    await expect(raw).toBeVisible();
    await expect(page.locator('[name="ftpDirectory"]')).toHaveValue('upload/photos');
    await expect(page.locator('[name="ftpBaseUrl"]')).toHaveValue(web.origin);

    await fill({ password: FTP_PASSWORD });
    await save();
    await seeNotice(someone, t('admin:store.form.saved'), t('admin:store.kept'));
    await expect(page.getByText(t('admin:store.mode_ftp'))).toBeVisible();
    await expect(page.getByText(web.origin, { exact: true })).toBeVisible();
    expect(await page.content()).not.toContain(FTP_PASSWORD);

    // A photo comes from the other origin, and the browser allows it.
    const guest = await join(await createParty(origin));
    const photo = await addPhoto(guest, 1);
    const phone = await openBrowser({ as: guest.client, javaScriptEnabled: scripts });
    await phone.goto('/feed');
    const image = phone.locator(`#photo-${photo.id} img`);
    await expect(image).toHaveAttribute('src', new RegExp(`^${web.origin}/upload/photos/`));
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);

    for (const useFtp of [false, true]) {
      const label = t(useFtp ? 'admin:store.ftp' : 'admin:store.local');
      const choice = page.getByRole('radio', { name: label });
      if (scripts) {
        await page.getByRole('radio', { checked: true }).focus();
        await page.keyboard.press(useFtp ? 'ArrowLeft' : 'ArrowRight');
      } else {
        await choice.check();
        await button(someone, t('admin:store.save')).click();
      }
      await seeNotice(someone, t('admin:store.switched'));
      await expect(page.getByText(t(`admin:store.mode_${useFtp ? 'ftp' : 'local'}`))).toBeVisible();
      await expect(page.getByRole('radio', { name: label })).toBeChecked();
    }
  });
}

test('an answer that makes no sense is reported above the form, which stays', async ({
  openBrowser,
  origin,
  complaints,
}) => {
  complaints.expect(/SyntaxError/);
  const admin = await signInAdministrator(origin);
  const page = await openBrowser({ as: admin, language: 'en', viewport: LAPTOP });
  const t = textsOf('en');
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/admin/storage');
  for (const [label, value] of Object.entries({
    host: 'ftp.example.com',
    user: 'somebody',
    password: 'secret',
    base_url: 'https://photos.example.com',
  })) {
    await field(someone, t(`admin:store.form.${label}` as never)).fill(value);
  }
  for (const [body, words] of [
    ['<html>Log in to this network</html>', t('admin:store.form.not_json')],
    ['[{}]\n', t('admin:store.form.unexpected')],
  ] as const) {
    await page.route('**/admin/storage.data*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ contentType: 'text/x-script', body })
        : route.continue(),
    );
    await button(someone, t('admin:store.form.save')).click();
    const note = page.getByRole('alert').filter({ hasText: t('admin:store.form.failed') });
    await expect(note).toContainText(words);
    await expect(field(someone, t('admin:store.form.host'))).toHaveValue('ftp.example.com');
    await page.unrouteAll();
  }
});
