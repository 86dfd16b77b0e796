import type account from './locales/en/account.json';
import type admin from './locales/en/admin.json';
import type auth from './locales/en/auth.json';
import type common from './locales/en/common.json';
import type create from './locales/en/create.json';
import type dialogs from './locales/en/dialogs.json';
import type download from './locales/en/download.json';
import type duel from './locales/en/duel.json';
import type errors from './locales/en/errors.json';
import type event from './locales/en/event.json';
import type flags from './locales/en/flags.json';
import type invitation from './locales/en/invitation.json';
import type landing from './locales/en/landing.json';
import type links from './locales/en/links.json';
import type mail from './locales/en/mail.json';
import type missions from './locales/en/missions.json';
import type morning from './locales/en/morning.json';
import type offline from './locales/en/offline.json';
import type organize from './locales/en/organize.json';
import type organizer from './locales/en/organizer.json';
import type pile from './locales/en/pile.json';
import type platform from './locales/en/platform.json';
import type push from './locales/en/push.json';
import type remote from './locales/en/remote.json';
import type reveal from './locales/en/reveal.json';
import type secondFactor from './locales/en/second_factor.json';
import type server from './locales/en/server.json';
import type shop from './locales/en/shop.json';
import type tables from './locales/en/tables.json';
import type wallScreen from './locales/en/wall_screen.json';

// Keys are typed by the English texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      admin: typeof admin;
      common: typeof common;
      create: typeof create;
      dialogs: typeof dialogs;
      download: typeof download;
      duel: typeof duel;
      errors: typeof errors;
      auth: typeof auth;
      event: typeof event;
      flags: typeof flags;
      invitation: typeof invitation;
      landing: typeof landing;
      links: typeof links;
      mail: typeof mail;
      missions: typeof missions;
      morning: typeof morning;
      offline: typeof offline;
      organize: typeof organize;
      organizer: typeof organizer;
      pile: typeof pile;
      platform: typeof platform;
      push: typeof push;
      remote: typeof remote;
      reveal: typeof reveal;
      second_factor: typeof secondFactor;
      server: typeof server;
      shop: typeof shop;
      tables: typeof tables;
      wall_screen: typeof wallScreen;
    };
  }
}
