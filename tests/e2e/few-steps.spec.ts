import { expect, type Locator } from 'playwright/test';
import { addPhoto, join, unique } from '../api/party';
import { LAPTOP, PHONE, test } from './fixtures';
import { button, field, link, noteOf, open, untilKeysWork, type Someone } from './steps';

// What an organizer does takes few keystrokes on a laptop, and few taps on a phone. Typed words do not count.

/** A person whose keystrokes or taps are counted. */
interface Counted extends Someone {
  count: number;
}

/** How a person uses a screen, and the most steps that each task may take. */
interface Way {
  what: 'keystrokes' | 'taps';
  browser: { viewport: { width: number; height: number }; hasTouch?: boolean; isMobile?: boolean };
  /** Goes to a field that is then typed into. */
  enter: (someone: Counted, target: Locator) => Promise<void>;
  press: (someone: Counted, target: Locator) => Promise<void>;
  /** Sends the form with the field that has just been typed into. */
  send: (someone: Counted, target: Locator) => Promise<void>;
  limits: { downloadAll: number; createEvent: number; makeLink: number; join: number };
}

async function strike(someone: Counted, key: string): Promise<void> {
  await someone.page.keyboard.press(key);
  someone.count += 1;
}

/** Presses Tab until an element has the focus. */
async function tabTo(someone: Counted, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  while (!(await hasFocus())) {
    await strike(someone, 'Tab');
    expect(someone.count, 'Tab leads there').toBeLessThan(100);
  }
}

async function tap(someone: Counted, target: Locator): Promise<void> {
  await target.tap();
  someone.count += 1;
}

const WAYS: Way[] = [
  {
    what: 'keystrokes',
    browser: { viewport: LAPTOP },
    enter: tabTo,
    async press(someone, target) {
      await tabTo(someone, target);
      await strike(someone, 'Enter');
    },
    send: (someone) => strike(someone, 'Enter'),
    limits: { downloadAll: 1, createEvent: 16, makeLink: 9, join: 6 },
  },
  {
    what: 'taps',
    browser: { viewport: PHONE, hasTouch: true, isMobile: true },
    enter: tap,
    press: tap,
    send: tap,
    limits: { downloadAll: 1, createEvent: 6, makeLink: 3, join: 3 },
  },
];

for (const { what, browser, limits, ...way } of WAYS) {
  const isLaptop = what === 'keystrokes';

  test(`all photos are downloaded with few ${what}`, async ({ openBrowser, party, t }) => {
    await addPhoto(await join(party), 1);
    const as = party.organizer.client;
    const page = await openBrowser({ as, language: 'en', ...browser });
    const organizer: Counted = { page, t, scripts: true, count: 0 };
    await openDesk(organizer);
    const downloaded = page.waitForEvent('download');
    if (isLaptop) await strike(organizer, 'z');
    else await tap(organizer, link(organizer, t('organizer:downloads.all_photos')));
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(/^photos-.*\.zip$/);
    expect(organizer.count).toBeLessThanOrEqual(limits.downloadAll);
  });

  test(`an event is created with few ${what}`, async ({ openBrowser, t }) => {
    const page = await openBrowser({ language: 'en', ...browser });
    const someone: Counted = { page, t, scripts: true, count: 0 };
    await open(someone, '/auth');
    await way.press(someone, page.getByRole('link', { name: t('landing:create') }));
    for (const [label, words] of [
      ['create:event', `Party ${unique()}`],
      ['create:organizer', 'Maximiliane Blum'],
      ['create:email', `${unique()}@example.com`],
    ] as const) {
      await way.enter(someone, field(someone, t(label)));
      await page.keyboard.type(words);
    }
    await way.send(someone, button(someone, t('auth:actions.continue')));
    await way.press(someone, button(someone, t('auth:actions.confirm')));
    await expect(page.getByRole('heading', { name: t('organizer:needs.title') })).toBeVisible();
    expect(someone.count).toBeLessThanOrEqual(limits.createEvent);
  });

  test(`a co-organizer is in with few ${what}`, async ({ openBrowser, party, t }) => {
    const as = party.organizer.client;
    const page = await openBrowser({ as, language: 'en', ...browser });
    const organizer: Counted = { page, t, scripts: true, count: 0 };
    await openDesk(organizer);
    const guests = page
      .getByRole('navigation', { name: t('organizer:parts') })
      .getByRole('link', { name: t('organizer:participants.title') });
    if (isLaptop) {
      await strike(organizer, 'g');
      await strike(organizer, 'p');
    } else await tap(organizer, guests);
    const title = t('organizer:participants.title');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await way.press(organizer, button(organizer, t('organizer:co_organizers.invite')));
    const made = field(organizer, t('organizer:co_organizers.link'));
    await expect(made).toBeFocused();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await way.press(organizer, button(organizer, t('organizer:co_organizers.share')));
    await expect(noteOf(page, t('organizer:co_organizers.copied'))).toBeVisible();
    expect(organizer.count).toBeLessThanOrEqual(limits.makeLink);

    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect(url).toBe(await made.inputValue());
    const phone = await openBrowser({ language: 'en', ...browser });
    const helper: Counted = { page: phone, t, scripts: true, count: 0 };
    await open(helper, new URL(url).pathname);
    await way.enter(helper, field(helper, t('auth:fields.name')));
    await phone.keyboard.type('Karim Haddad');
    await way.enter(helper, field(helper, t('auth:fields.email')));
    await phone.keyboard.type('karim@example.com');
    await way.send(helper, button(helper, t('organize:join')));
    await expect(noteOf(phone, t('organize:done'))).toBeVisible();
    expect(helper.count).toBeLessThanOrEqual(limits.join);
  });
}

/** Opens the desk, where a task begins, and waits until its keys work. */
async function openDesk(organizer: Counted): Promise<void> {
  await open(organizer, '/');
  await untilKeysWork(organizer.page);
}
