import type admin from './locales/en/admin.json';
import type auth from './locales/en/auth.json';
import type common from './locales/en/common.json';
import type errors from './locales/en/errors.json';
import type event from './locales/en/event.json';

// Every key is typed by the English texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      admin: typeof admin;
      common: typeof common;
      errors: typeof errors;
      auth: typeof auth;
      event: typeof event;
    };
  }
}
