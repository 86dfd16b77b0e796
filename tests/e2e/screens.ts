import { expect } from 'playwright/test';
import type { Client } from '../setup/client';
import { signInAdministrator, smallJpeg } from '../api/party';
import { ADMIN_PASSWORD } from '../setup/server';
import { COVER_MS } from '~/models/event/reveal-steps';
import { letVotingClose, type Scene } from './scene';
import { button, field, fillEvent, link, open, starName, type Someone } from './steps';

/** A screen in one of its states. */
export interface Screen {
  name: string;
  path: (scene: Scene) => string;
  /** The steps from the URL to the state. */
  then?: (someone: Someone, scene: Scene) => Promise<void>;
  /** A separate document without hydration. */
  isPlain?: boolean;
  /** The browser's own lines about a refusal that this state needs. */
  complaints?: RegExp;
}

/** Screens that one person sees, one after the other in one browser. */
export interface Audience {
  name: string;
  client?: (scene: Scene, origin: string) => Client | Promise<Client>;
  /** Whether their server sells plans; the scene is on another one. */
  isSold?: boolean;
  screens: Screen[];
}

const REFUSED = /status of 4(00|03|04)/;
/** A new person with a long name. */
const LONG = {
  name: 'Maximiliane Vandenbroucke',
  email: 'maximiliane.vandenbroucke@example.com',
};
const ASKED = /status of 409/;

/** Opens a screen and brings it into its state. */
export async function show(someone: Someone, screen: Screen, scene: Scene): Promise<void> {
  await open(screen.isPlain ? { ...someone, scripts: false } : someone, screen.path(scene));
  await screen.then?.(someone, scene);
  // A form that is being sent has no enabled button.
  await expect(someone.page.locator('button[type=submit]:disabled')).toHaveCount(0);
}

/** Waits for the countdown to the closing. */
async function untilCounting({ page }: Someone, { closing }: Scene): Promise<void> {
  await letVotingClose(closing.party);
  await page.getByRole('timer').waitFor();
}

/** All screens, grouped by who sees them. */
export const AUDIENCES: Audience[] = [
  {
    name: 'nobody',
    screens: [
      at('landing', '/auth'),
      { name: 'the calls', path: () => '/api/docs', isPlain: true },
      at('show the wall', '/wall'),
      at('show the wall, scanned', '/wall?code=K7M42P'),
      {
        name: 'show the wall, a wrong code',
        path: () => '/wall',
        complaints: /status of 400/,
        then: async (someone) => {
          await someone.page.locator('[name="code"]').fill('AAAAAA');
          await button(someone, someone.t('remote:enter.open')).click();
          await someone.page.getByText(someone.t('remote:enter.wrong')).waitFor();
        },
      },
      at('language menu', '/auth', async ({ page }) => {
        await page.locator('details.menu summary').click();
        await page.locator('details.menu a').last().waitFor();
      }),
      at('join', '/auth/join'),
      at('join, the organizer’s door', '/auth/join?as=organizer'),
      at('sign in without the code', '/auth/sign-in?event=Party&organizer=Zoe'),
      at('join with errors', '/auth/join', async (someone) => {
        const { page, t } = someone;
        await button(someone, t('auth:actions.submit')).click();
        await page.getByText(t('errors:organizer_name_required')).waitFor();
      }),
      {
        name: 'join, the event has ended',
        path: ({ ended }) => joinPath('/auth/join', ended.party.names),
        then: async ({ page, t }) => {
          await page
            .getByRole('alert')
            .filter({ hasText: t('auth:join.ended') })
            .waitFor();
        },
      },
      {
        name: 'join, a code that opens nothing',
        path: () => '/e/999999999999',
        complaints: REFUSED,
      },
      {
        name: 'invitation card',
        path: ({ party }) => joinPath('/auth/join', party.names),
      },
      {
        name: 'join, no such event',
        path: ({ party }) =>
          joinPath('/auth/join', { ...party.names, organizerName: 'Somebody else' }),
      },
      {
        name: 'check your details',
        path: ({ party }) => joinPath('/auth/join/confirm', party.names),
      },
      {
        name: 'check your details, refused',
        path: ({ party }) =>
          joinPath('/auth/join/confirm', { ...party.names, organizerName: 'Somebody else' }),
        then: async (someone) => {
          const { page, t } = someone;
          await button(someone, t('auth:actions.confirm')).click();
          await page
            .getByRole('alert')
            .filter({ hasText: t('auth:join.denied') })
            .waitFor();
        },
        complaints: REFUSED,
      },
      at('the administrator’s sign-in', '/admin/verify'),
      at('create event', '/create-event', ({ page, t }) =>
        page.getByText(t('create:more')).click(),
      ),
      at('create event with errors', '/create-event', async (someone) => {
        const { page, t } = someone;
        await page.getByText(t('create:more')).click();
        for (const name of ['description', 'startDate', 'endDate']) {
          await page.locator(`[name="${name}"]`).fill('');
        }
        await page.locator('[name="organizerUsername"]').fill('ab');
        await page.locator('[name="organizerPassword"]').fill('abc');
        await button(someone, t('auth:actions.continue')).click();
        await page.getByText(t('errors:password_min'), { exact: true }).waitFor();
      }),
      at('create event, check your details', '/create-event', async (someone) => {
        const { page, t } = someone;
        await fillEvent(someone, {
          name: 'Noces de Maximiliane et Bartholomäus à Châteauneuf',
          organizer: 'Maximiliane Vandenbroucke',
          email: 'maximiliane.vandenbroucke@example.com',
        });
        await button(someone, t('auth:actions.continue')).click();
        await page.getByRole('heading', { name: t('auth:confirm.title') }).waitFor();
      }),
      { name: 'private link', path: ({ returnPath }) => returnPath },
      { name: 'link for a co-organizer', path: ({ organizePath }) => organizePath },
      {
        name: 'link for a co-organizer, used',
        path: () => '/organize/used',
        complaints: REFUSED,
      },
      { name: 'private link, no longer valid', path: () => '/return/old', complaints: REFUSED },
      { name: 'not found', path: () => '/nowhere', complaints: REFUSED },
      {
        name: 'not kept, offline',
        path: () => '/offline',
        isPlain: true,
        then: async ({ page, t }) => {
          await page.evaluate(() => window.dispatchEvent(new Event('offline')));
          await page.getByRole('heading', { name: t('offline:status.offline') }).waitFor();
          await page.locator('[data-cached=items]').waitFor();
        },
      },
      { name: 'invitation', path: ({ party }) => `/invitation-pdf/${party.event.id}` },
      {
        name: 'invitation, the event has ended',
        path: ({ ended }) => `/invitation-pdf/${ended.party.event.id}`,
      },
      {
        name: 'the code alone',
        path: ({ party }) => `/invitation-pdf/${party.event.id}?show=code`,
      },
      { name: 'no invitation', path: () => '/invitation-pdf/999999999999', complaints: REFUSED },
    ],
  },
  {
    name: 'nobody, where plans are sold',
    isSold: true,
    screens: [
      at('landing with a price', '/auth'),
      at('plans', '/plans', ({ page, t }) =>
        page.getByRole('heading', { level: 1, name: t('shop:plans.title') }).waitFor(),
      ),
      at('create event with a price', '/create-event', ({ page, t }) =>
        page.getByText(t('create:more')).click(),
      ),
    ],
  },
  {
    name: 'visitor',
    client: ({ visitor }) => visitor,
    screens: [
      at('profile', '/'),
      at('feed', '/feed'),
      at('login', '/login?next=%2Ffeed'),
      at('login with errors', '/login', async (someone) => {
        const { page, t } = someone;
        await button(someone, t('auth:actions.continue')).click();
        await page.getByText(t('errors:consent_required')).waitFor();
      }),
      at('login, check your details', '/login', (someone) => confirmLogin(someone, LONG)),
      {
        name: 'login, somebody known?',
        path: () => '/login',
        then: async (someone, { guest: { user } }) => {
          const { page, t } = someone;
          const slip = { name: user.name, email: user.email.replace('.com', '.co') };
          await confirmLogin(someone, slip);
          await button(someone, t('auth:actions.submit')).click();
          await page.getByRole('heading', { name: t('server:auth.known.title') }).waitFor();
        },
        complaints: ASKED,
      },
      at('settings', '/settings'),
      at('photo first', '/photos/new', async (someone) => {
        await chooseAsVisitor(someone);
        await button(someone, someone.t('auth:login.put', { count: 1 })).click();
        await someone.page.getByText(someone.t('errors:consent_required')).waitFor();
      }),
      at('photo first, without a photo', '/photos/new'),
      at('login dialog', '/feed', async (someone) => {
        const { page, t } = someone;
        await page
          .getByRole('link', { name: starName(t) })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel(t('auth:login.consent')).waitFor();
      }),
    ],
  },
  {
    name: 'participant',
    client: ({ guest }) => guest.client,
    screens: [
      at('profile', '/'),
      at('selfie menu', '/', async ({ page }) => {
        await page.locator('main details.menu summary').click();
      }),
      at('feed', '/feed'),
      at('pile', '/pile'),
      at('feed, to be installed', '/feed', async ({ page, t }) => {
        await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
        await page.getByRole('region', { name: t('offline:install.title') }).waitFor();
      }),
      at('feed, offline', '/feed', async ({ page, t }) => {
        await expect(async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('offline')));
          await expect(page.getByText(t('common:offline.banner'))).toBeVisible({ timeout: 1000 });
        }).toPass();
      }),
      at('feed, scrolled', '/feed', async ({ page }) => {
        await page.evaluate(() => window.scrollTo(0, 300));
        await page.locator('.top .hung').waitFor({ state: 'attached' });
      }),
      at('adding photos', '/photos/new'),
      at('adding photos, some chosen', '/feed', async ({ page, t }) => {
        const picker = page.waitForEvent('filechooser');
        await page.locator('.nav .add, .side nav .add').filter({ visible: true }).click();
        const buffer = await smallJpeg();
        const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
        await (
          await picker
        ).setFiles([file('IMG_20260613_221507_of_the_first_dance.jpg'), file('b.jpg')]);
        await page.getByRole('button', { name: t('event:add.send', { count: 2 }) }).waitFor();
      }),
      { name: 'feed of one person', path: ({ other }) => `/feed?userId=${other.user.id}` },
      {
        name: 'feed, none found',
        path: ({ party }) => `/feed?userId=${party.organizer.user.id}`,
      },
      at('ranking', '/top'),
      at('ranking, a download on its way', '/top', async ({ page, t }) => {
        await page.route('**/top/photos.zip', () => undefined);
        await page.getByRole('link', { name: t('event:top.download'), exact: true }).click();
        await page.getByRole('progressbar').waitFor();
      }),
      { name: 'viewer', path: ({ otherPhotoId }) => `/photos/${otherPhotoId}?from=feed` },
      {
        name: 'viewer dialog',
        path: () => '/feed',
        then: async ({ page, t }, { guestPhotoId }) => {
          await page.locator(`#photo-${guestPhotoId}`).getByRole('link').first().click();
          await page
            .getByRole('dialog')
            .getByRole('link', { name: t('event:photo.close') })
            .waitFor();
        },
      },
      { name: 'a caption', path: ({ guestPhotoId }) => `/photos/${guestPhotoId}/caption` },
      { name: 'delete a photo', path: ({ guestPhotoId }) => `/photos/${guestPhotoId}/delete` },
      at('delete dialog', '/', async ({ page, t }) => {
        await page.getByRole('link', { name: t('event:slot.delete', { position: 1 }) }).click();
        await page.getByRole('alertdialog').getByRole('button').waitFor();
      }),
      { name: 'report a photo', path: ({ otherPhotoId }) => `/photos/${otherPhotoId}/report` },
      {
        name: 'report dialog',
        path: () => '/feed',
        then: async (someone, { otherPhotoId }) => {
          const { page, t } = someone;
          await page.locator(`#photo-${otherPhotoId}`).getByRole('link').first().click();
          await link(someone, t('event:photo.report')).click();
          await page.getByRole('dialog').getByLabel(t('flags:choice.in_photo')).check();
        },
      },
      { name: 'flagged photos, denied', path: () => '/flags', complaints: REFUSED },
      at('selfie', '/selfie'),
      at('messages', '/messages'),
      at('messages with an error', '/messages', async (someone) => {
        const { page, t } = someone;
        await button(someone, t('account:messages.send')).click();
        await page.getByText(t('errors:message_required')).waitFor();
      }),
      at('settings', '/settings', ({ page, t }) =>
        page.getByRole('heading', { name: t('offline:status.online') }).waitFor(),
      ),
      at('delete account', '/settings/delete'),
      at('delete account dialog', '/settings', async ({ page, t }) => {
        await page.getByRole('link', { name: t('account:danger.account') }).click();
        await page.getByRole('alertdialog').getByRole('button').waitFor();
      }),
      {
        name: 'photo not found',
        path: ({ guestPhotoId }) => `/photos/${guestPhotoId + 1_000_000}`,
        complaints: REFUSED,
      },
      {
        name: 'upload refused',
        path: () => '/',
        then: async ({ page, t }) => {
          await page
            .locator('input[type=file][name=image]')
            .first()
            .setInputFiles({
              name: 'party.jpg',
              mimeType: 'image/jpeg',
              buffer: Buffer.from('<html></html>'),
            });
          await page.getByText(t('event:slot.choose_another')).waitFor();
        },
        complaints: REFUSED,
      },
    ],
  },
  {
    name: 'organizer',
    client: ({ party }) => party.organizer.client,
    screens: [
      at('dashboard', '/'),
      at('own photos', '/?tab=profile&part=photos'),
      at('rules', '/event/rules'),
      at('description dialog', '/event/rules', async (someone) => {
        const { page, t } = someone;
        await page.getByRole('link', { name: t('organizer:description.title') }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(t('create:description')).fill('');
        await button(someone, t('organizer:save')).click();
        await dialog.getByText(t('errors:description_required')).waitFor();
      }),
      at('description', '/event/description'),
      at('thanks', '/event/thanks'),
      at('late photos', '/event/late-photos'),
      at('event image', '/event/image'),
      at('profile', '/'),
      at('ranking', '/top'),
      { name: 'delete a photo', path: ({ guestPhotoId }) => `/photos/${guestPhotoId}/delete` },
      at('invite', '/event/invite'),
      at('door and code', '/event/door'),
      at('closing voting', '/event/close-voting'),
      at('standings', '/event/standings'),
      at('tables', '/event/tables'),
      at('reveal', '/event/reveal'),
      at('no duel to call', '/event/duel'),
      // The first place is covered for ten seconds.
      {
        name: 'the rehearsed reveal, the ring',
        path: () => `/event/rehearsal?from=${Date.now() - COVER_MS}`,
      },
      at('the rehearsed reveal, its end', '/event/rehearsal?from=1'),
      at('messages, the list', '/messages'),
      at('messages, to everyone', '/messages?with=all'),
      at('messages, a draft', '/messages?with=all&draft=4'),
      at('messages, the planned ones', '/messages?with=planned'),
      {
        name: 'messages, a planned one',
        path: ({ plannedId }) => `/messages/planned/${plannedId}`,
      },
      {
        name: 'messages, one conversation',
        path: ({ guest }) => `/messages?with=${guest.user.id}`,
      },
      at('settings with errors', '/settings', async (someone) => {
        const { page, t } = someone;
        await page.locator('[name="name"]').fill('ab');
        await page.locator('[name="email"]').fill('ab');
        await button(someone, t('account:settings.save')).first().click();
        await page.getByText(t('errors:email_invalid')).waitFor();
      }),
      at('participants', '/participants'),
      at('participants, ending a co-organizer', '/participants', async ({ page }) => {
        await page.locator('#co-organizers summary').click();
        await page.locator('[value="end-co-organizer"]').waitFor();
      }),
      at('invited people, none', '/participants/invited'),
      at('invited people, with errors', '/participants/invited', async (someone) => {
        const { page, t } = someone;
        const lines = ['Ann Young, ann@guests.example', 'nobody', 'Bo, bo@guests.example'];
        await page.locator('[name="list"]').fill(lines.join('\n'));
        await button(someone, t('organizer:guests.add')).click();
        await page.getByText(t('errors:guest_email')).waitFor();
      }),
      at('invited people', '/participants/invited'),
      at('clear up, nobody is new', '/participants/clear-up'),
      at('participants, nobody found', '/participants?q=zzz'),
      at('participants without a photo', '/participants?sort=name&without=photo'),
      at('menu of a participant', '/participants', async ({ page }) => {
        await page.locator('main li summary').first().click();
        await page.locator('main li details[open] a').first().waitFor();
      }),
      // Removed and immediately kept: the other screens rely on everybody being there.
      at('notice with its undo', '/participants', async ({ page }) => {
        await page.locator('main li summary').first().click();
        await page.locator('main li details[open] [aria-keyshortcuts=x]').click();
        await page.locator('.toast [aria-keyshortcuts=u]').click();
        await page.locator('.toast [aria-keyshortcuts=u]').waitFor({ state: 'detached' });
      }),
      at('keys', '/event/keys'),
      {
        name: 'delete the event',
        path: () => '/event/delete',
        then: ({ page }, { party }) => page.locator('[name="typed"]').fill(party.names.event),
      },
      at('shop', '/shop'),
      { name: 'viewer', path: ({ otherPhotoId }) => `/photos/${otherPhotoId}?from=feed` },
      { name: 'viewer, hidden', path: ({ hiddenPhotoId }) => `/photos/${hiddenPhotoId}?from=feed` },
      at('feed with a hidden photo', '/feed'),
      at('flagged photos', '/flags'),
      at('waiting photos', '/waiting'),
      at('wall', '/event/wall'),
      at('wall, a code', '/event/wall', async (someone) => {
        await button(someone, someone.t('remote:another.make')).click();
        await button(someone, someone.t('remote:another.again')).waitFor();
      }),
      {
        name: 'viewer, waiting',
        path: ({ waiting }) => `/photos/${waiting.photoId}?from=feed`,
      },
      at('flagged photos, inappropriate', '/flags?status=reviewed'),
      {
        name: 'delete a report',
        path: ({ reviewedReportId }) => `/flags/${reviewedReportId}/delete`,
      },
      at('delete report dialog', '/flags?status=all', async (someone) => {
        const { page, t } = someone;
        await link(someone, t('flags:card.delete')).click();
        await page.getByRole('alertdialog').getByRole('button').waitFor();
      }),
    ],
  },
  {
    name: 'guest whose photo waits',
    client: ({ waiting }) => waiting.guest.client,
    screens: [
      at('profile with a photo that waits', '/'),
      at('feed with a photo that waits', '/feed'),
      { name: 'viewer, waiting', path: ({ waiting }) => `/photos/${waiting.photoId}?from=feed` },
    ],
  },
  {
    name: 'organizer of an empty event',
    client: ({ empty }) => empty.party.organizer.client,
    screens: [
      at('flagged photos, none', '/flags'),
      at('waiting photos, none', '/waiting'),
      at('wall without photos', '/event/wall'),
      at('clear up', '/participants/clear-up'),
    ],
  },
  {
    name: 'first guest',
    client: ({ empty }) => empty.guest.client,
    screens: [
      at('feed, empty', '/feed'),
      at('pile, empty', '/pile'),
      at('ranking, empty', '/top'),
      at('messages, empty', '/messages'),
    ],
  },
  {
    name: 'guest with a mission',
    client: ({ missions }) => missions.guest.client,
    screens: [
      at('card, face down', '/missions'),
      at('card, turned over', '/missions?open=1'),
      at('feed, with missions', '/feed'),
      { name: 'photos of a mission', path: ({ missions }) => `/missions/${missions.missionId}` },
      at('add a photo for the mission', '/photos/new'),
      at('add a photo, by a card that is off', '/photos/new?mission=m000000000000'),
      at('profile, with cards', '/?tab=profile'),
    ],
  },
  {
    name: 'organizer of an event with missions',
    client: ({ missions }) => missions.party.organizer.client,
    screens: [
      at('missions', '/event/missions'),
      {
        name: 'missions, refused',
        path: () => '/event/missions',
        then: async (someone) => {
          const { t } = someone;
          await field(someone, t('missions:desk.own')).fill('x'.repeat(41));
          await button(someone, t('missions:desk.add')).click();
          await someone.page.getByText(t('missions:desk.own_wrong')).waitFor();
        },
        complaints: REFUSED,
      },
    ],
  },
  {
    name: 'guest while a flash mission runs',
    client: ({ flash }) => flash.guest.client,
    screens: [
      at('feed, with a flash mission', '/feed'),
      at('add a photo for the flash mission', '/photos/new?flash=1'),
      at('podium, with a flash mission', '/top'),
    ],
  },
  {
    name: 'organizer while a flash mission runs',
    client: ({ flash }) => flash.party.organizer.client,
    screens: [
      {
        name: 'missions, the next flash mission refused',
        path: () => '/event/missions',
        then: async (someone) => {
          const { t } = someone;
          await field(someone, t('missions:desk.flash.own')).fill('x'.repeat(41));
          await button(someone, t('missions:desk.flash.send')).click();
          await someone.page.getByText(t('missions:desk.flash.wrong')).waitFor();
        },
        complaints: REFUSED,
      },
    ],
  },
  {
    name: 'guest in the last minutes',
    client: ({ closing }) => closing.guest.client,
    screens: [
      at('feed, closing', '/feed', untilCounting),
      at('ranking, closing', '/top', untilCounting),
      at('profile, closing', '/?tab=profile', untilCounting),
      at('pile, closing', '/pile', untilCounting),
      at('tables', '/tables'),
    ],
  },
  {
    name: 'guest of an event whose votes are counted',
    client: ({ counted }) => counted.guest.client,
    screens: [at('settings, with a ballot', '/settings'), at('ranking, to take along', '/top')],
  },
  {
    name: 'organizer of an event whose votes are counted',
    client: ({ counted }) => counted.party.organizer.client,
    screens: [
      at('rules, counted', '/event/rules'),
      at('name and dates, counted', '/event/edit'),
      at('ranking, counted', '/top'),
    ],
  },
  {
    name: 'visitor of an ended event',
    client: ({ ended }) => ended.guest,
    screens: [{ ...at('ended', '/feed'), complaints: REFUSED }],
  },
  {
    name: 'guest of an ended event',
    client: ({ ended }) => ended.participant,
    screens: [
      at('the morning after', '/morning'),
      at('podium of an ended event', '/top'),
      at('feed, looked back at', '/feed'),
      at('own photos, looked back at', '/?tab=profile'),
      at('messages, looked back at', '/messages'),
      at('settings, looked back at', '/settings'),
    ],
  },
  {
    name: 'organizer of an ended event',
    client: ({ ended }) => ended.party.organizer.client,
    screens: [
      at('wrap-up', '/'),
      at('the morning after', '/morning'),
      at('own photos of an ended event', '/?part=photos'),
      at('feed of an ended event', '/feed'),
      at('ended', '/photos/new'),
      at('shop', '/shop'),
    ],
  },
  {
    name: 'administrator',
    client: (_scene, origin) => signInAdministrator(origin),
    screens: [
      at('dashboard of a large event', '/'),
      at('admin', '/admin'),
      at('doctor', '/admin/doctor'),
      at('storage', '/admin/storage'),
      at('storage with errors', '/admin/storage', async (someone) => {
        const { page, t } = someone;
        await button(someone, t('admin:store.form.save')).click();
        await page.getByText(t('errors:ftp_host_required')).waitFor();
      }),
      at('events', '/admin/events'),
      {
        name: 'event to be deleted',
        path: ({ party }) => `/admin/events/${party.event.id}/delete`,
      },
      {
        name: 'event to be ended',
        path: ({ party }) => `/admin/events/${party.event.id}/end`,
      },
      { name: 'event looked at', path: ({ party }) => `/admin/events/${party.event.id}` },
      {
        name: 'event to get another organizer',
        path: ({ party }) => `/admin/events/${party.event.id}/organizer`,
      },
      {
        name: 'event to get another organizer, none found',
        path: ({ party }) => `/admin/events/${party.event.id}/organizer?q=nobody+at+all`,
      },
      at('users', '/admin/users'),
      at('users, none found', '/admin/users?q=nobody+at+all'),
      at('user to be deleted', '/admin/users/2/delete'),
      at('payments', '/admin/payments'),
      at('payments, none to be refunded', '/admin/payments?show=refund_due&q=nobody'),
      at('audit list', '/admin/audit'),
      at('security list', '/admin/security'),
      at('audit list, none found', '/admin/audit?q=nobody+at+all'),
      at('second factor', '/settings/second-factor'),
      at('second factor, the key', '/settings/second-factor', async (someone) => {
        const { page, t } = someone;
        await page.locator('[name="currentPassword"]').fill(ADMIN_PASSWORD);
        await button(someone, t('second_factor:begin')).click();
        await page.getByRole('img', { name: t('second_factor:qr') }).waitFor();
      }),
      at('credentials', '/admin/credentials'),
    ],
  },
];

function at(name: string, path: string, then?: Screen['then']): Screen {
  return { name, path: () => path, then };
}

function joinPath(path: string, names: { event: string; organizerName: string }): string {
  const query = new URLSearchParams({ event: names.event, organizer: names.organizerName });
  return `${path}?${query}`;
}

async function chooseAsVisitor({ page, t }: Someone): Promise<void> {
  const buffer = await smallJpeg();
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await page.getByRole('heading', { name: t('auth:login.taker', { count: 1 }) }).waitFor();
}

async function confirmLogin(
  someone: Someone,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const { page, t } = someone;
  await page.locator('[name="name"]').fill(name);
  await page.locator('[name="email"]').fill(email);
  await page.getByLabel(t('auth:login.consent')).check();
  await button(someone, t('auth:actions.continue')).click();
  await page.getByRole('heading', { name: t('auth:login.confirm_title') }).waitFor();
}
