import type { Page } from 'playwright/test';
import { confirmationToken } from '~/models/user/email-confirmation.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { emailKey } from '~/models/user/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import {
  addMissions,
  addPhoto,
  addPhotos,
  day,
  expectStatus,
  join,
  makeOrganizeLink,
  sendSelfie,
  signInAdministrator,
  signInUserOne,
  smallJpeg,
  unique,
  visit,
  type Party,
} from '../api/party';
import { Client } from '../setup/client';
import { ADMIN_PASSWORD, SESSION_SECRET } from '../setup/server';
import { expect, giveStar } from './fixtures';
import { button, field, fillEvent, goOffline, goOnline, link, noteOf, type Someone } from './steps';

/** How the server becomes unreachable: the browser knows it, or does not know it; or only a proxy is left. */
export const CUTS = {
  'no connection': {
    cut: goOffline,
    mend: goOnline,
  },
  'a network that leads nowhere': {
    cut: (page: Page) => page.route('**/*', (route) => route.abort()),
    mend: (page: Page) => page.unrouteAll(),
  },
  'a proxy without its server': {
    cut: (page: Page) =>
      page.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' })),
    mend: (page: Page) => page.unrouteAll(),
  },
} as const;
type Cut = keyof typeof CUTS;
export const EVERY_CUT = Object.keys(CUTS) as Cut[];
/** Enough if another form has shown that all cuts have the same effect. */
const ONE_CUT: Cut[] = ['a network that leads nowhere'];

/** A form of the product: who sees it and where, how it is filled in and sent, and its result. */
interface FormCase {
  name: string;
  /** The route that it is posted to, by its path in `app/routes.ts`. */
  route: string;
  /** The cuts that it is tested with, one after the other. */
  cuts: readonly Cut[];
  as?: (party: Party) => Promise<Client> | Client;
  path: (party: Party) => Promise<string> | string;
  fill?: (someone: Someone, party: Party) => Promise<void>;
  send: (someone: Someone) => Promise<void>;
  /** What is still there after a failed send. */
  stays?: (someone: Someone) => Promise<void>;
  /** Its result once it succeeds; without this, it is not sent again. */
  done?: (someone: Someone) => Promise<void>;
}

const endOther = ({ t }: Someone) =>
  t('account:sessions.end_one_of', { name: t('account:sessions.unknown') });
const ofGuest = async (party: Party) => (await join(party)).client;
const ofOrganizer = (party: Party) => party.organizer.client;

const ofAdministrator = ({ origin }: Party) => signInAdministrator(origin);

const settingSwitch = ({ page, t }: Someone, rule: 'voting' | 'approval' | 'download') =>
  page.getByRole('switch', { name: t(`organizer:rules.${rule}`), exact: true });
const nameSwitch = ({ page, t }: Someone) =>
  page.getByRole('switch', { name: t('server:keepsake.naming.label'), exact: true });
const namesOfTables = (someone: Someone) => field(someone, someone.t('tables:desk.names'));
const flashWords = (someone: Someone) => field(someone, someone.t('missions:desk.flash.own'));
const ownMission = (someone: Someone) => field(someone, someone.t('missions:desk.own'));
const trusting = (someone: Someone) =>
  button(someone, someone.t('organizer:waiting.trust', { name: 'Rosa' }));

/** Two photos that wait, the first of which is Rosa's. */
async function waitingPhotos(party: Party): Promise<void> {
  const path = `/api/events/${party.event.id}`;
  const approval = { json: { approvalRequired: true } };
  expectStatus(await party.organizer.client.request('PATCH', path, approval), 200);
  for (const name of ['Rosa Blum', 'Tom Girard']) await addPhoto(await join(party, { name }), 1);
}

async function ofGuestWithSelfie(party: Party): Promise<Client> {
  const guest = await join(party);
  expectStatus(await sendSelfie(guest, await smallJpeg()), 200);
  return guest.client;
}

async function ofOrganizerWithMessage(party: Party): Promise<Client> {
  const { client } = await join(party);
  const message = { toUserId: party.organizer.user.id, message: 'Welcome' };
  expectStatus(await client.post('/api/messages', message), 201);
  return party.organizer.client;
}

/**
 * Makes a guest report another one's photo.
 * @returns the report's id
 */
async function report(party: Party): Promise<number> {
  const photo = await addPhoto(await join(party), 1);
  const { client } = await join(party);
  const answer = await client.post<{ id: number }>(`/api/photos/${photo.id}/flag`, {});
  return expectStatus(answer, 201).json.id;
}

/** The toast has a button of the same name. */
const dismissal = ({ page, t }: Someone) =>
  page.getByRole('article').getByRole('button', { name: t('flags:card.dismiss') });

async function picture() {
  return { name: 'party.jpg', mimeType: 'image/jpeg', buffer: await smallJpeg() };
}

/** The product's text about a form that it could not send. */
export const SENTENCE = 'Cannot perform this action while offline';

/**
 * Every form that a page posts; `every-form.spec.ts` fails for a route without one. Tested elsewhere: the
 * join check in `offline.spec.ts`; a photo into a slot, which shows its own failure, in `upload.spec.ts`; the
 * shop, which needs Stripe, in `shop.spec.ts`. The mailed link has the same form as the private one.
 */
export const FORMS: FormCase[] = [
  {
    name: 'login',
    route: '/login',
    cuts: EVERY_CUT,
    as: visit,
    path: () => '/login?next=%2Ffeed',
    fill: async (someone) => {
      await someone.page.locator('[name="name"]').fill(`Ana ${unique()}`);
      await someone.page.locator('[name="email"]').fill('ana@example.com');
      await someone.page.getByLabel(someone.t('auth:login.consent')).check();
      await button(someone, someone.t('auth:actions.continue')).click();
      await button(someone, someone.t('auth:actions.submit')).waitFor();
    },
    send: (someone) => button(someone, someone.t('auth:actions.submit')).click(),
    stays: ({ page }) => expect(page.getByText('ana@example.com')).toBeVisible(),
    done: ({ page }) => expect(page).toHaveURL(/\/feed$/),
  },
  {
    name: 'a visitor’s photo, with name and address',
    route: '/photos/new',
    cuts: EVERY_CUT,
    as: visit,
    path: () => '/photos/new',
    fill: async ({ page, t }) => {
      await page.locator('input[type=file]').setInputFiles([await picture()]);
      await page.locator('[name="name"]').fill(`Ana ${unique()}`);
      await page.locator('[name="email"]').fill('ana@example.com');
      await page.getByLabel(t('auth:login.consent')).check();
    },
    send: (someone) => button(someone, someone.t('auth:login.put', { count: 1 })).click(),
    stays: async ({ page }) => {
      await expect(page.locator('.stack')).toBeVisible();
      await expect(page.locator('[name="email"]')).toHaveValue('ana@example.com');
    },
    done: ({ page, t }) =>
      expect(page.getByRole('heading', { name: t('event:add.done', { count: 1 }) })).toBeVisible({
        timeout: 20_000,
      }),
  },
  {
    name: 'creating an event, the last step',
    route: '/create-event',
    cuts: EVERY_CUT,
    path: () => '/create-event',
    fill: async (someone) => {
      const name = `Offline ${unique()}`;
      await fillEvent(someone, { name, organizer: 'Maxi Muster', email: 'maxi@example.com' });
      await button(someone, someone.t('auth:actions.continue')).click();
      await someone.page.getByText('maxi@example.com').waitFor();
    },
    send: (someone) => button(someone, someone.t('auth:actions.confirm')).click(),
    stays: ({ page }) => expect(page.getByText('maxi@example.com')).toBeVisible(),
    done: ({ page }) => expect(page).toHaveURL(/\/$/),
  },
  {
    name: 'a message',
    route: '/messages',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: () => '/messages',
    fill: ({ page }) => page.locator('[name="message"]').fill('Hello there'),
    send: (someone) => button(someone, someone.t('account:messages.send')).click(),
    stays: ({ page }) => expect(page.locator('[name="message"]')).toHaveValue('Hello there'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:messages.sent'))).toBeVisible(),
  },
  {
    name: 'a planned message',
    route: '/messages/planned/:messageId',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async ({ organizer }) => {
      const plan = { toUserId: 'all', message: 'Cake!', sendAt: `${day(1)}T12:00:00Z` };
      const answer = await organizer.client.post<{ id: number }>('/api/messages', plan);
      return organizerPaths.plannedMessage(expectStatus(answer, 201).json.id);
    },
    fill: ({ page }) => page.locator('[name="message"]').fill('Hello there'),
    send: (someone) => button(someone, someone.t('account:settings.save')).click(),
    stays: ({ page }) => expect(page.locator('[name="message"]')).toHaveValue('Hello there'),
    done: ({ page }) => expect(page).toHaveURL(/with=planned/),
  },
  {
    name: 'the name and dates',
    route: '/event/edit',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/edit',
    fill: (someone) => field(someone, someone.t('create:event')).fill('Everybody dances'),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('create:event'))).toHaveValue('Everybody dances'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:edit.saved'))).toBeVisible(),
  },
  {
    name: 'a clear-up',
    route: '/participants/clear-up',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await join(party);
      return '/participants/clear-up';
    },
    send: (someone) =>
      button(someone, someone.t('organizer:clear_up.confirm', { count: 1 })).click(),
    done: (someone) =>
      expect(
        noteOf(someone.page, someone.t('organizer:clear_up.planned', { count: 1 })),
      ).toBeVisible(),
  },
  {
    name: 'a guest list',
    route: '/participants/invited',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/participants/invited',
    fill: (someone) =>
      field(someone, someone.t('organizer:guests.list')).fill('Ann Young, ann@guests.example'),
    send: (someone) => button(someone, someone.t('organizer:guests.add')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('organizer:guests.list'))).toHaveValue(
        'Ann Young, ann@guests.example',
      ),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:guests.added', { count: 1 }))).toBeVisible(),
  },
  {
    name: 'closing voting for good',
    route: '/event/close-voting',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/close-voting',
    send: (someone) => button(someone, someone.t('organizer:result.close')).click(),
    stays: (someone) =>
      expect(someone.page.getByText(someone.t('organizer:result.close_text'))).toBeVisible(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:result.closed'))).toBeVisible(),
  },
  {
    name: 'the door',
    route: '/event/door',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/door',
    fill: ({ page }) => page.locator('[value="code"]').check(),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: ({ page }) => expect(page.locator('[value="code"]')).toBeChecked(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:door.saved'))).toBeVisible(),
  },
  {
    name: 'the tables',
    route: '/event/tables',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/tables',
    fill: (someone) => namesOfTables(someone).fill('Roses'),
    send: (someone) => button(someone, someone.t('tables:desk.save')).click(),
    stays: (someone) => expect(namesOfTables(someone)).toHaveValue('Roses'),
    done: (someone) => expect(noteOf(someone.page, someone.t('tables:desk.saved'))).toBeVisible(),
  },
  {
    name: 'an own mission',
    route: '/event/missions',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/missions',
    fill: (someone) => ownMission(someone).fill('Somebody’s shoes'),
    send: (someone) => button(someone, someone.t('missions:desk.add')).click(),
    stays: (someone) => expect(ownMission(someone)).toHaveValue('Somebody’s shoes'),
    done: (someone) => expect(noteOf(someone.page, someone.t('missions:desk.added'))).toBeVisible(),
  },
  {
    name: 'a flash mission',
    route: '/event/missions',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/missions',
    fill: (someone) => flashWords(someone).fill('The ceiling'),
    send: (someone) => button(someone, someone.t('missions:desk.flash.send')).click(),
    stays: (someone) => expect(flashWords(someone)).toHaveValue('The ceiling'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('missions:desk.flash.sent'))).toBeVisible(),
  },
  {
    name: 'another card',
    route: '/missions',
    cuts: ONE_CUT,
    as: ofGuest,
    path: async (party) => {
      await addMissions(party, 'Somebody’s shoes', 'The ceiling');
      return '/missions?open=1';
    },
    send: (someone) => button(someone, someone.t('missions:swap')).click(),
    stays: (someone) => expect(button(someone, someone.t('missions:swap'))).toBeVisible(),
    done: (someone) => expect(noteOf(someone.page, someone.t('missions:swapped'))).toBeVisible(),
  },
  {
    name: 'the standings',
    route: '/event/standings',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/standings',
    fill: ({ page }) => page.locator('[value="hidden"]').check(),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: ({ page }) => expect(page.locator('[value="hidden"]')).toBeChecked(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:standings.saved'))).toBeVisible(),
  },
  {
    name: 'the reveal',
    route: '/event/reveal',
    cuts: ONE_CUT,
    as: async (party) => {
      await party.organizer.client.submit('/event/voting', { votingEnabled: 'false' });
      return ofOrganizer(party);
    },
    path: () => '/event/reveal',
    fill: ({ page }) => page.locator('[name="at"]').fill(`${day(1)}T20:00`),
    send: (someone) => button(someone, someone.t('organizer:reveal.set')).click(),
    stays: ({ page }) => expect(page.locator('[name="at"]')).toHaveValue(`${day(1)}T20:00`),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:reveal.set_done'))).toBeVisible(),
  },
  {
    name: 'calling a duel',
    route: '/event/duel',
    cuts: ONE_CUT,
    as: async (party) => {
      const photos = [await addPhoto(await join(party), 1), await addPhoto(await join(party), 1)];
      const voter = await join(party);
      for (const { id: photoId } of photos) {
        const star = { userId: voter.user.id, photoId };
        expectStatus(await voter.client.post('/api/favorites', star), 201);
      }
      await party.organizer.client.submit('/event/close-voting', {});
      return ofOrganizer(party);
    },
    path: () => '/event/duel',
    fill: ({ page }) => page.locator('[value="300"]').check(),
    send: (someone) => button(someone, someone.t('duel:call.begin')).click(),
    stays: ({ page }) => expect(page.locator('[value="300"]')).toBeChecked(),
    done: (someone) => expect(noteOf(someone.page, someone.t('duel:call.begun'))).toBeVisible(),
  },
  {
    name: 'signing in where the names open nothing',
    route: '/auth/sign-in',
    cuts: ONE_CUT,
    path: ({ names }) => paths.signIn({ event: names.event, organizer: names.organizerName }),
    fill: async ({ page }, { organizer: { user } }) => {
      await page.locator('[name="name"]').fill(user.name);
      await page.locator('[name="email"]').fill(user.email);
    },
    send: (someone) => button(someone, someone.t('auth:actions.submit')).click(),
    stays: ({ page }) => expect(page.locator('[name="email"]')).not.toHaveValue(''),
    done: (someone) => expect(link(someone, someone.t('organizer:invite'))).toBeVisible(),
  },
  {
    name: 'a reminder',
    route: '/event/remind',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await join(party);
      return '/event/remind';
    },
    fill: (someone) =>
      field(someone, someone.t('account:messages.to_everyone')).fill('Hello there'),
    send: (someone) => button(someone, someone.t('account:messages.send')).click(),
    stays: ({ page }) => expect(page.locator('[name="message"]')).toHaveValue('Hello there'),
    done: ({ page }) => expect(page).toHaveURL(/tab=profile/),
  },
  {
    name: 'the description',
    route: '/event/description',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: () => '/event/description',
    fill: (someone) => field(someone, someone.t('create:description')).fill('Everybody dances'),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('create:description'))).toHaveValue('Everybody dances'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:description.saved'))).toBeVisible(),
  },
  {
    name: 'the thanks',
    route: '/event/thanks',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: () => '/event/thanks',
    fill: (someone) => field(someone, someone.t('organizer:thanks.label')).fill('Thank you all'),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('organizer:thanks.label'))).toHaveValue('Thank you all'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:thanks.saved'))).toBeVisible(),
  },
  {
    name: 'late photos',
    route: '/event/late-photos',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: () => '/event/late-photos',
    fill: (someone) => field(someone, someone.t('organizer:late.label')).fill(day(10)),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('organizer:late.label'))).toHaveValue(day(10)),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:late.saved'))).toBeVisible(),
  },
  {
    name: 'the settings',
    route: '/settings',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: () => '/settings',
    fill: ({ page }) => page.locator('[name="name"]').fill('Somebody new'),
    send: (someone) => button(someone, someone.t('account:settings.save')).first().click(),
    stays: ({ page }) => expect(page.locator('[name="name"]')).toHaveValue('Somebody new'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:details.saved'))).toBeVisible(),
  },
  {
    name: 'the own table',
    route: '/settings',
    cuts: ONE_CUT,
    as: ofGuest,
    path: async ({ organizer, event }) => {
      const json = { names: ['Roses', 'Mint'] };
      const path = `/api/events/${event.id}/tables`;
      expectStatus(await organizer.client.request('PUT', path, { json }), 200);
      return '/settings';
    },
    fill: async ({ page }) => {
      await page.locator('[name="table"]').selectOption('Mint');
    },
    send: (someone) => button(someone, someone.t('tables:own.save')).click(),
    stays: ({ page }) => expect(page.locator('[name="table"] :checked')).toHaveText('Mint'),
    done: (someone) => expect(noteOf(someone.page, someone.t('tables:own.saved'))).toBeVisible(),
  },
  {
    name: 'a name on shared pictures',
    route: '/settings/naming',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: () => '/settings',
    send: (someone) => nameSwitch(someone).click(),
    stays: (someone) => expect(nameSwitch(someone)).toHaveAttribute('aria-checked', 'false'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:keepsake.naming.on'))).toBeVisible(),
  },
  {
    name: 'logging out',
    route: '/logout',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: () => '/settings',
    send: (someone) => button(someone, someone.t('common:nav.log_out')).first().click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/settings$/),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
  {
    name: 'a caption',
    route: '/photos/:photoId/caption',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: async ({ organizer }) => `/photos/${(await addPhoto(organizer, 1)).id}/caption`,
    fill: ({ page }) => page.getByRole('textbox').fill('Just married'),
    send: (someone) => button(someone, someone.t('event:caption.save')).click(),
    stays: ({ page }) => expect(page.getByRole('textbox')).toHaveValue('Just married'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.caption.saved'))).toBeVisible(),
  },
  {
    name: 'a report',
    route: '/photos/:photoId/report',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: async (party) => `/photos/${(await addPhoto(await join(party), 1)).id}/report`,
    fill: ({ page }) => page.getByRole('textbox').fill('Please blur'),
    send: (someone) => button(someone, someone.t('flags:report.submit')).click(),
    stays: ({ page }) => expect(page.getByRole('textbox')).toHaveValue('Please blur'),
    done: (someone) => expect(noteOf(someone.page, someone.t('flags:report.sent'))).toBeVisible(),
  },
  {
    name: 'deleting the account',
    route: '/settings/delete',
    cuts: EVERY_CUT,
    as: ofGuest,
    path: () => '/settings/delete',
    send: ({ page }) => page.locator('form[method="post"] button').last().click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/settings\/delete$/),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
  {
    name: 'one star more, on its page',
    route: '/photos/:photoId/star/move',
    cuts: ONE_CUT,
    as: async (party) => {
      const me = await join(party);
      for (const { id } of await addPhotos(party, FAVORITES_MAX)) await giveStar(me, id);
      return me.client;
    },
    path: async (party) => {
      const photo = await addPhoto(await join(party), 1);
      return `/photos/${photo.id}/star/move`;
    },
    fill: ({ page }) => page.getByRole('radio').first().check({ force: true }),
    send: ({ page }) => page.getByRole('main').getByRole('button').click(),
    stays: ({ page }) => expect(page.getByRole('radio').first()).toBeChecked(),
    done: ({ page, t }) => expect(noteOf(page, t('server:event.star_move.done'))).toBeVisible(),
  },
  {
    name: 'no photo wanted, at the end of the pile',
    route: '/pile',
    cuts: ONE_CUT,
    as: async (party) => {
      const me = await join(party);
      const ids = [];
      for (let guest = 0; guest < 4; guest++) {
        const other = await join(party);
        for (const slot of [1, 2, 3]) ids.push((await addPhoto(other, slot)).id);
      }
      expectStatus(await me.client.post('/api/seen', { ids }), 200);
      return me.client;
    },
    path: () => '/pile',
    send: (someone) => button(someone, someone.t('pile:later')).click(),
    stays: ({ page, t }) => expect(page.getByText(t('pile:ask'))).toBeVisible(),
    done: ({ page, t }) => expect(page.getByText(t('pile:ask'))).toBeHidden(),
  },
  {
    name: 'deleting a photo, on its page',
    route: '/photos/:photoId/delete',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => `/photos/${(await addPhoto(await join(party), 1)).id}/delete`,
    fill: ({ page }) => page.getByRole('textbox').fill('Not from tonight'),
    send: (someone) => button(someone, someone.t('dialogs:delete.confirm')).click(),
    stays: ({ page }) => expect(page.getByRole('textbox')).toHaveValue('Not from tonight'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.delete.deleted'))).toBeVisible(),
  },
  {
    name: 'deleting a photo, in a dialog',
    route: '/photos/:photoId/delete',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await addPhoto(party.organizer, 1);
      return '/?tab=profile&part=photos';
    },
    fill: async (someone) => {
      await link(someone, someone.t('event:slot.delete', { position: 1 })).click();
      await button(someone, someone.t('dialogs:delete.confirm')).waitFor();
    },
    send: (someone) => button(someone, someone.t('dialogs:delete.confirm')).click(),
    stays: ({ page }) => expect(page.getByRole('alertdialog')).toBeVisible(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.delete.deleted'))).toBeVisible(),
  },
  {
    name: 'a selfie, on its page',
    route: '/selfie',
    cuts: ONE_CUT,
    as: ofGuest,
    path: () => '/selfie',
    fill: async ({ page }) => page.locator('[name="image"]').setInputFiles(await picture()),
    send: (someone) => button(someone, someone.t('event:selfie.save')).click(),
    stays: ({ page }) => expect(page.locator('[name="image"]')).toHaveValue(/party\.jpg$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.selfie.saved'))).toBeVisible(),
  },
  {
    name: 'a selfie’s removal, on its page',
    route: '/selfie',
    cuts: ONE_CUT,
    as: ofGuestWithSelfie,
    path: () => '/selfie',
    send: (someone) => button(someone, someone.t('event:selfie.remove')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/selfie$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.selfie.removed'))).toBeVisible(),
  },
  {
    name: 'a selfie’s removal, from its menu',
    route: '/selfie',
    cuts: ONE_CUT,
    as: ofGuestWithSelfie,
    path: () => '/',
    fill: ({ page }) => page.locator('.selfie summary').click(),
    send: (someone) => button(someone, someone.t('event:selfie.remove')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:event.selfie.removed'))).toBeVisible(),
  },
  {
    name: 'the event’s image, on its page',
    route: '/event/image',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/image',
    fill: async ({ page }) => page.locator('[name="image"]').setInputFiles(await picture()),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: ({ page }) => expect(page.locator('[name="image"]')).toHaveValue(/party\.jpg$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:image.saved'))).toBeVisible(),
  },
  {
    name: 'photos per participant',
    route: '/event/photo-count',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/rules',
    send: ({ page }) => page.getByRole('radio', { name: '2', exact: true }).click(),
    stays: ({ page }) => expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked(),
    done: ({ page, t }) =>
      expect(
        page.getByRole('status').filter({ hasText: t('organizer:rules.saved') }),
      ).toBeVisible(),
  },
  {
    name: 'the voting switch',
    route: '/event/voting',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/rules',
    send: (someone) => settingSwitch(someone, 'voting').click(),
    stays: (someone) => expect(settingSwitch(someone, 'voting')).toBeChecked(),
    done: (someone) => expect(settingSwitch(someone, 'voting')).not.toBeChecked(),
  },
  {
    name: 'the switch of the approval',
    route: '/event/approval',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/rules',
    send: (someone) => settingSwitch(someone, 'approval').click(),
    stays: (someone) => expect(settingSwitch(someone, 'approval')).not.toBeChecked(),
    done: (someone) => expect(settingSwitch(someone, 'approval')).toBeChecked(),
  },
  {
    name: 'the switch of all photos',
    route: '/event/guests-may-download',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/rules',
    send: (someone) => settingSwitch(someone, 'download').click(),
    stays: (someone) => expect(settingSwitch(someone, 'download')).toBeChecked(),
    done: (someone) => expect(settingSwitch(someone, 'download')).not.toBeChecked(),
  },
  {
    name: 'approving a photo',
    route: '/photos/:photoId/approve',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await waitingPhotos(party);
      return '/waiting';
    },
    send: (someone) => button(someone, someone.t('organizer:waiting.approve')).first().click(),
    stays: ({ page }) => expect(page.getByRole('article')).toHaveCount(2),
    done: ({ page }) => expect(page.getByRole('article')).toHaveCount(1),
  },
  {
    name: 'approving all photos',
    route: '/waiting',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await waitingPhotos(party);
      return '/waiting';
    },
    send: (someone) => button(someone, someone.t('organizer:waiting.all', { count: 2 })).click(),
    stays: ({ page }) => expect(page.getByRole('article')).toHaveCount(2),
    done: ({ page }) => expect(page.getByRole('article')).toHaveCount(0),
  },
  {
    name: 'the remote of the wall',
    route: '/event/wall',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: () => '/event/wall',
    send: (someone) => button(someone, someone.t('remote:programmes.dark')).click(),
    stays: (someone) =>
      expect(button(someone, someone.t('remote:programmes.photos'))).toHaveAttribute(
        'aria-pressed',
        'true',
      ),
    done: (someone) =>
      expect(button(someone, someone.t('remote:programmes.dark'))).toHaveAttribute(
        'aria-pressed',
        'true',
      ),
  },
  {
    name: 'the code of a wall',
    route: '/wall',
    cuts: EVERY_CUT,
    path: () => '/wall',
    fill: async ({ page }, { event, organizer }) => {
      const path = `/api/events/${event.id}/wall/code`;
      const { code } = (await organizer.client.post<{ code: string }>(path, {})).json;
      await page.locator('[name="code"]').fill(code);
    },
    send: (someone) => button(someone, someone.t('remote:enter.open')).click(),
    stays: ({ page }) => expect(page.locator('[name="code"]')).toHaveValue(/^\w{6}$/),
    done: ({ page }) => expect(page).toHaveURL(/\/wall\/[\w-]{22}$/),
  },
  {
    name: 'letting a guest through',
    route: '/participants/:userId/trust',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await waitingPhotos(party);
      return '/waiting';
    },
    send: (someone) => trusting(someone).click(),
    stays: (someone) => expect(trusting(someone)).toBeEnabled(),
    done: ({ page }) => expect(page.getByRole('article')).toHaveCount(1),
  },
  {
    name: 'the switch of an ended event’s door',
    route: '/event/guests-may-look',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      const administrator = await signInAdministrator(party.origin);
      expectStatus(await administrator.submit(`/admin/events/${party.event.id}/end`, {}), 302);
      return '/';
    },
    send: ({ page }) => page.getByRole('switch').first().click(),
    stays: ({ page }) => expect(page.getByRole('switch').first()).toBeChecked(),
    done: ({ page }) => expect(page.getByText('Disabled', { exact: true })).toBeVisible(),
  },
  {
    name: 'the review of a report',
    route: '/flags/:reportId',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await report(party);
      return '/flags';
    },
    send: (someone) => dismissal(someone).click(),
    stays: (someone) => expect(dismissal(someone)).toBeEnabled(),
    done: (someone) => expect(noteOf(someone.page, someone.t('flags:review.title'))).toBeVisible(),
  },
  {
    name: 'showing a hidden photo again',
    route: '/photos/:photoId/hidden',
    cuts: EVERY_CUT,
    as: ofOrganizer,
    path: async (party) => {
      const status = { json: { status: 'reviewed' } };
      const { client } = party.organizer;
      expectStatus(
        await client.request('PATCH', `/api/flag-reports/${await report(party)}`, status),
        200,
      );
      return '/flags?status=reviewed';
    },
    send: (someone) => button(someone, someone.t('flags:card.show')).click(),
    stays: (someone) => expect(button(someone, someone.t('flags:card.show'))).toBeEnabled(),
    done: (someone) => expect(noteOf(someone.page, someone.t('flags:hidden.shown'))).toBeVisible(),
  },
  {
    name: 'deleting a report',
    route: '/flags/:reportId/delete',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => `/flags/${await report(party)}/delete`,
    send: (someone) => button(someone, someone.t('flags:delete.confirm')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/delete\b/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('flags:delete.deleted'))).toBeVisible(),
  },
  {
    name: 'removing a participant',
    route: '/participants/:userId/remove',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      await join(party, { name: 'Zoë Blum' });
      return '/participants';
    },
    send: async (someone) => {
      const bin = button(someone, someone.t('organizer:participants.remove', { name: 'Zoë Blum' }));
      const menu = someone.t('organizer:participants.menu', { name: 'Zoë Blum' });
      if (!(await bin.isVisible())) await someone.page.getByLabel(menu).click();
      await bin.click();
    },
    stays: ({ page }) => expect(page).toHaveURL(/\/participants$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:remove.removed'))).toBeVisible(),
  },
  {
    name: 'letting somebody back in',
    route: '/participants',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async (party) => {
      const { user } = await join(party, { name: 'Lea Out', email: `${unique()}@example.com` });
      await party.organizer.client.delete(`/api/users/${user.id}?keepOut=1`);
      return '/participants';
    },
    send: (someone) =>
      button(someone, someone.t('organizer:kept_out.let_in_one', { name: 'Lea Out' })).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/participants$/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:kept_out.done'))).toBeVisible(),
  },
  {
    name: 'deleting the event',
    route: '/event/delete',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/event/delete',
    fill: (someone, party) =>
      field(someone, someone.t('organizer:delete_event.typed')).fill(party.names.event),
    send: (someone) => button(someone, someone.t('organizer:delete_event.confirm')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/event\/delete$/),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
  {
    name: 'a new password',
    route: '/settings',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/settings',
    fill: ({ page }) => page.locator('#password [name="password"]').fill('open-sesame'),
    send: ({ page }) => page.locator('#password button').click(),
    stays: ({ page }) =>
      expect(page.locator('#password [name="password"]')).toHaveValue('open-sesame'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:password.saved'))).toBeVisible(),
  },
  {
    name: 'a new return link',
    route: '/settings',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: async ({ organizer }) => {
      // Until the first link is kept, it is shown in place of the button.
      await organizer.client.submit('/settings', { intent: 'link-kept' });
      return '/settings';
    },
    send: (someone) => button(someone, someone.t('account:link.renew')).click(),
    stays: (someone) => expect(button(someone, someone.t('account:link.renew'))).toBeEnabled(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:link.renewed'))).toBeVisible(),
  },
  {
    name: 'a second factor',
    route: '/settings/second-factor',
    cuts: ONE_CUT,
    as: ({ origin }) => signInUserOne(origin),
    path: () => '/settings/second-factor',
    fill: ({ page }) => page.locator('[name="currentPassword"]').fill(ADMIN_PASSWORD),
    send: (someone) => button(someone, someone.t('second_factor:begin')).click(),
    stays: ({ page }) =>
      expect(page.locator('[name="currentPassword"]')).toHaveValue(ADMIN_PASSWORD),
    done: (someone) =>
      expect(someone.page.getByRole('img', { name: someone.t('second_factor:qr') })).toBeVisible(),
  },
  {
    name: 'logging out another device',
    route: '/settings',
    cuts: ONE_CUT,
    as: async (party) => {
      const { client, user } = await join(party);
      const { name, email } = user;
      const elsewhere = new Client(party.origin);
      expectStatus(await elsewhere.post('/api/login', { ...party.names, name, email }), 200);
      return client;
    },
    path: () => '/settings',
    send: (someone) => button(someone, endOther(someone)).click(),
    stays: (someone) => expect(button(someone, endOther(someone))).toBeEnabled(),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:sessions.one_ended'))).toBeVisible(),
  },
  {
    name: 'logging out everywhere',
    route: '/settings',
    cuts: ONE_CUT,
    as: ofGuest,
    path: () => '/settings',
    send: (someone) => button(someone, someone.t('account:sessions.end')).click(),
    stays: (someone) => expect(button(someone, someone.t('account:sessions.end'))).toBeEnabled(),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
  {
    name: 'marking all messages as read',
    route: '/messages',
    cuts: ONE_CUT,
    as: ofOrganizerWithMessage,
    path: () => '/messages',
    send: (someone) => button(someone, someone.t('account:messages.mark_all')).click(),
    stays: (someone) =>
      expect(button(someone, someone.t('account:messages.mark_all'))).toBeEnabled(),
    done: (someone) =>
      expect(button(someone, someone.t('account:messages.mark_all'))).toHaveCount(0),
  },
  {
    name: 'the private return link',
    route: '/return/:token',
    cuts: ONE_CUT,
    path: async ({ organizer }) => {
      await organizer.client.submit('/settings', { intent: 'link' });
      const { text } = await organizer.client.get('/settings');
      return /\/return\/[\w-]{43}/.exec(text)?.[0] ?? 'no link';
    },
    send: (someone) => button(someone, someone.t('links:link.open')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/return\//),
    done: ({ page }) => expect(page).toHaveURL(/\/$/),
  },
  {
    name: 'the link for a co-organizer',
    route: '/organize/:token',
    cuts: ONE_CUT,
    path: makeOrganizeLink,
    fill: async (someone) => {
      await field(someone, someone.t('auth:fields.name')).fill('Karim Haddad');
      await field(someone, someone.t('auth:fields.email')).fill(`${unique()}@example.com`);
    },
    send: (someone) => button(someone, someone.t('organize:join')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('auth:fields.name'))).toHaveValue('Karim Haddad'),
    done: ({ page }) => expect(page).toHaveURL(/\/$/),
  },
  {
    name: 'a new link for a co-organizer',
    route: '/participants',
    cuts: ONE_CUT,
    as: ofOrganizer,
    path: () => '/participants',
    send: (someone) => button(someone, someone.t('organizer:co_organizers.invite')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/participants/),
    done: (someone) =>
      expect(field(someone, someone.t('organizer:co_organizers.link'))).toBeVisible(),
  },
  {
    name: 'the link that confirms an address',
    route: '/login/confirm/:token',
    cuts: ONE_CUT,
    path: ({ organizer: { user } }) => {
      const keys: { SESSION_SECRET: [string] } = { SESSION_SECRET: [SESSION_SECRET] };
      const { id, email } = user;
      return paths.emailConfirm(confirmationToken({ id, emailKey: emailKey(email) }, keys));
    },
    send: (someone) => button(someone, someone.t('auth:actions.confirm')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/login\/confirm\//),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('server:auth.confirm_email.done'))).toBeVisible(),
  },
  {
    // Closing the list for everybody would hide it from other tests.
    name: 'the administrator’s first steps',
    route: '/admin/first-run',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: () => '/admin',
    send: (someone) => button(someone, someone.t('admin:first_run.close')).click(),
    stays: (someone) => expect(button(someone, someone.t('admin:first_run.close'))).toBeEnabled(),
  },
  {
    name: 'the administrator’s check',
    route: '/admin/verify',
    cuts: ONE_CUT,
    as: ({ origin }) => signInUserOne(origin),
    path: () => '/admin/verify',
    fill: async ({ page }) => {
      await page.locator('[name="username"]').fill('admin');
      await page.locator('[name="password"]').fill(ADMIN_PASSWORD);
    },
    send: (someone) => button(someone, someone.t('admin:signin.submit')).click(),
    stays: ({ page }) => expect(page.locator('[name="password"]')).toHaveValue(ADMIN_PASSWORD),
    done: ({ page }) => expect(page).toHaveURL(/\/admin$/),
  },
  {
    // The storage is one choice for everybody on the server, so it is not changed here. The switch beside it
    // needs an FTP server and posts to the same route.
    name: 'the FTP server',
    route: '/admin/storage',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: () => '/admin/storage',
    fill: async ({ page }) => {
      await page.locator('[name="ftpHost"]').fill('127.0.0.1:1');
      await page.locator('[name="ftpUser"]').fill('anna');
      await page.locator('[name="ftpPassword"]').fill('open-sesame');
      await page.locator('[name="ftpBaseUrl"]').fill('http://127.0.0.1:1');
    },
    send: (someone) => button(someone, someone.t('admin:store.form.save')).click(),
    stays: async (someone) => {
      await expect(someone.page.locator('[name="ftpHost"]')).toHaveValue('127.0.0.1:1');
      await expect(someone.page.locator('[name="ftpPassword"]')).toHaveValue('open-sesame');
      await expect(button(someone, someone.t('admin:store.form.save'))).toBeEnabled();
    },
  },
  {
    name: 'an event’s places, in the table',
    route: '/admin/events',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: ({ event }) => `/admin/events?q=%23${event.id}`,
    fill: ({ page }) => page.locator('[id^="max-"]').first().fill('045'),
    send: ({ page }) => page.locator('[id^="max-"]').first().press('Enter'),
    stays: ({ page }) => expect(page.locator('[id^="max-"]').first()).toHaveValue('045'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('admin:events.max_saved'))).toBeVisible(),
  },
  {
    name: 'an event’s end, in the table',
    route: '/admin/events',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: ({ event }) => `/admin/events?q=%23${event.id}`,
    fill: ({ page }) => page.locator('[id^="end-"]').first().fill(day(40)),
    send: ({ page }) => page.locator('[id^="end-"]').first().press('Enter'),
    stays: ({ page }) => expect(page.locator('[id^="end-"]').first()).toHaveValue(day(40)),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('admin:events.end_saved'))).toBeVisible(),
  },
  {
    name: 'the administrator deleting an event',
    route: '/admin/events/:eventId/delete',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: ({ event }) => `/admin/events/${event.id}/delete`,
    fill: (someone, party) =>
      field(someone, someone.t('admin:events.typed')).fill(party.names.event),
    send: (someone) => button(someone, someone.t('admin:events.confirm_delete')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/delete\b/),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('admin:events.deleted'))).toBeVisible(),
  },
  {
    name: 'the administrator ending an event',
    route: '/admin/events/:eventId/end',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: ({ event }) => `/admin/events/${event.id}/end`,
    send: (someone) => button(someone, someone.t('admin:ending.confirm')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/end\b/),
    done: (someone) => expect(noteOf(someone.page, someone.t('admin:ending.done'))).toBeVisible(),
  },
  {
    name: 'the administrator choosing another organizer',
    route: '/admin/events/:eventId/organizer',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: async (party) => {
      await join(party);
      return `/admin/events/${party.event.id}/organizer`;
    },
    fill: ({ page }) => page.locator('[name="successorId"]').first().check(),
    send: (someone) => button(someone, someone.t('admin:handover.confirm')).click(),
    stays: ({ page }) => expect(page.locator('[name="successorId"]:checked')).toHaveCount(1),
    done: (someone) => expect(noteOf(someone.page, someone.t('admin:handover.done'))).toBeVisible(),
  },
  {
    name: 'the administrator deleting a guest',
    route: '/admin/users/:userId/delete',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: async (party) => `/admin/users/${(await join(party)).user.id}/delete`,
    send: (someone) => button(someone, someone.t('admin:users.delete')).click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/delete\b/),
    done: (someone) => expect(noteOf(someone.page, someone.t('admin:users.deleted'))).toBeVisible(),
  },
  {
    // New credentials would lock the other tests out, so they are not sent again.
    name: 'the administrator’s credentials',
    route: '/admin/credentials',
    cuts: ONE_CUT,
    as: ofAdministrator,
    path: () => '/admin/credentials',
    fill: ({ page }) => page.locator('[name="username"]').fill('somebody'),
    send: (someone) => button(someone, someone.t('admin:credentials.save')).click(),
    stays: async (someone) => {
      await expect(someone.page.locator('[name="username"]')).toHaveValue('somebody');
      await expect(button(someone, someone.t('admin:credentials.save'))).toBeEnabled();
    },
  },
];
