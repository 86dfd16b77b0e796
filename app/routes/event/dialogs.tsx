import { lazy, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogEntry } from '~/components/dialogs/dialog-host';
import type { EventDeleteView } from '~/components/dashboard/event-delete-dialog';
import type { InviteView } from '~/components/invitation/invite-dialog';
import type { ParticipantRemoveView } from '~/components/dashboard/participant-remove-dialog';
import type { PhotoDeleteView } from '~/components/event/photo-delete-dialog';
import type { PhotoReportView } from '~/components/flags/photo-report-dialog';
import type { ReportDeleteView } from '~/components/flags/report-delete-dialog';
import {
  ACCOUNT_DELETE_TITLE_ID,
  DESCRIPTION_TITLE_ID,
  EVENT_DELETE_TITLE_ID,
  INVITE_TITLE_ID,
  LOGIN_TITLE_ID,
  PARTICIPANT_REMOVE_TITLE_ID,
  PHOTO_DELETE_TITLE_ID,
  PHOTO_REPORT_TITLE_ID,
  REPORT_DELETE_TITLE_ID,
} from '~/components/dialogs/title-ids';
import type { ViewerView } from '~/components/event/event-views';
import { PhotoViewer, VIEWER_TITLE_ID } from '~/components/event/photo-viewer';
import { Note } from '~/components/ui/note';

/** A dialog that most people never open: its code and texts come when somebody does. */
function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => DialogNotLoaded),
  }));
}

/** On a bad network the code may not arrive; the address is the dialog's own, so it can be tried as a page. */
function DialogNotLoaded() {
  const { t } = useTranslation();
  return (
    <Note tone="error" title={t('error.title')}>
      <a href={window.location.href}>{t('error.try_again')}</a>
    </Note>
  );
}

const LoginDialog = later(async () => (await import('~/components/auth/login-dialog')).LoginDialog);
const DescriptionDialog = later(
  async () => (await import('~/components/dashboard/description-dialog')).DescriptionDialog,
);
const PhotoDeleteDialog = later(
  async () => (await import('~/components/event/photo-delete-dialog')).PhotoDeleteDialog,
);
const PhotoReportDialog = later(
  async () => (await import('~/components/flags/photo-report-dialog')).PhotoReportDialog,
);
const ReportDeleteDialog = later(
  async () => (await import('~/components/flags/report-delete-dialog')).ReportDeleteDialog,
);
const ParticipantRemoveDialog = later(
  async () =>
    (await import('~/components/dashboard/participant-remove-dialog')).ParticipantRemoveDialog,
);
const EventDeleteDialog = later(
  async () => (await import('~/components/dashboard/event-delete-dialog')).EventDeleteDialog,
);
const InviteDialog = later(
  async () => (await import('~/components/invitation/invite-dialog')).InviteDialog,
);
const AccountDeleteDialog = later(
  async () => (await import('~/components/account/account-delete-dialog')).AccountDeleteDialog,
);

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
    match: /^\/photos\/\d+\/report$/,
    titleId: PHOTO_REPORT_TITLE_ID,
    Component: ({ data }) => <PhotoReportDialog view={(data as { view: PhotoReportView }).view} />,
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
  {
    match: /^\/flags\/\d+\/delete$/,
    titleId: REPORT_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => (
      <ReportDeleteDialog view={(data as { view: ReportDeleteView }).view} />
    ),
  },
  {
    match: /^\/participants\/\d+\/remove$/,
    titleId: PARTICIPANT_REMOVE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => (
      <ParticipantRemoveDialog view={(data as { view: ParticipantRemoveView }).view} />
    ),
  },
  {
    match: /^\/event\/delete$/,
    titleId: EVENT_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => <EventDeleteDialog view={(data as { view: EventDeleteView }).view} />,
  },
  {
    match: /^\/event\/invite$/,
    titleId: INVITE_TITLE_ID,
    Component: ({ data }) => <InviteDialog view={(data as { view: InviteView }).view} />,
  },
  {
    match: /^\/settings\/delete$/,
    titleId: ACCOUNT_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => <AccountDeleteDialog name={(data as { name: string }).name} />,
  },
];
