import { lazy } from 'react';
import type { DialogEntry } from '~/components/dialogs/dialog-host';
import {
  PHOTO_DELETE_TITLE_ID,
  PhotoDeleteDialog,
  type PhotoDeleteView,
} from '~/components/dialogs/photo-delete-dialog';
import { DESCRIPTION_TITLE_ID, LOGIN_TITLE_ID } from '~/components/dialogs/title-ids';
import type { ViewerView } from '~/components/event-views';
import { PhotoViewer, VIEWER_TITLE_ID } from '~/components/photo-viewer';

// Its form weighs more than a whole screen, and members never open it.
const LoginDialog = lazy(async () => {
  const { LoginDialog: Component } = await import('~/components/dialogs/login-dialog');
  return { default: Component };
});

// An organizer's code is not for guests.
const DescriptionDialog = lazy(async () => {
  const { DescriptionDialog: Component } = await import('~/components/dialogs/description-dialog');
  return { default: Component };
});

/** The addresses inside an event that open as dialogs over its screens. */
export const EVENT_DIALOGS: readonly DialogEntry[] = [
  {
    match: /^\/photos\/\d+$/,
    titleId: VIEWER_TITLE_ID,
    fullscreen: true,
    Component: ({ data }) => <PhotoViewer view={(data as { view: ViewerView }).view} />,
  },
  {
    match: /^\/photos\/\d+\/delete$/,
    titleId: PHOTO_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => <PhotoDeleteDialog view={(data as { view: PhotoDeleteView }).view} />,
  },
  {
    match: /^\/login$/,
    titleId: LOGIN_TITLE_ID,
    Component: ({ data }) => <LoginDialog data={data as { next: string }} />,
  },
  {
    match: /^\/event\/description$/,
    titleId: DESCRIPTION_TITLE_ID,
    Component: ({ data }) => <DescriptionDialog data={data as { description: string }} />,
  },
];
