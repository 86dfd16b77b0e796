import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config';

// The table of contents: every URL of the product.
export default [
  // Outside an event: the landing and the ways in
  ...prefix('auth', [
    index('routes/auth/landing.tsx'),
    route('join', 'routes/auth/join.tsx'),
    route('join/confirm', 'routes/auth/join-confirm.tsx'),
  ]),
  route('create-event', 'routes/organizer/create-event.tsx'),
  route('return/:token', 'routes/auth/return-link.tsx'),
  route('login/link/:token', 'routes/auth/login-link.tsx'),
  route('logout', 'routes/auth/logout.ts'),

  // Inside an event: header, tabs, bottom navigation
  layout('routes/event/shell.tsx', [
    index('routes/event/home.tsx'),
    route('feed', 'routes/event/feed.tsx'),
    route('top', 'routes/event/top.tsx'),
    route('login', 'routes/auth/login.tsx'),
    route('photos/new', 'routes/event/photos-new.tsx'),
    route('photos/:photoId', 'routes/event/photo.tsx'),
    route('photos/:photoId/delete', 'routes/event/photo-delete.tsx'),
    route('event/description', 'routes/organizer/description.tsx'),
    route('photos/:photoId/star/move', 'routes/event/star-move.tsx'),
    route('photos/:photoId/report', 'routes/event/photo-report.tsx'),
    route('flags', 'routes/organizer/flags.tsx'),
    route('flags/:reportId/delete', 'routes/organizer/flag-delete.tsx'),
    route('participants', 'routes/organizer/participants.tsx'),
    route('participants/:userId/remove', 'routes/organizer/participant-remove.tsx'),
    route('event/delete', 'routes/organizer/event-delete.tsx'),
    route('shop', 'routes/shop/shop.tsx'),
    route('shop/return', 'routes/shop/return.tsx'),
    route('event/invite', 'routes/organizer/invite.tsx'),
    route('messages', 'routes/account/messages.tsx'),
    route('settings', 'routes/account/settings.tsx'),
    route('settings/delete', 'routes/account/account-delete.tsx'),
  ]),

  // Forms of the event's screens that have no page of their own
  route('photos/add', 'routes/event/photo-add.ts'),
  route('images/add', 'routes/event/image-add.ts'),
  route('photos/:photoId/star', 'routes/event/star.ts'),
  route('selfie', 'routes/event/selfie.tsx'),
  route('flags/:reportId', 'routes/organizer/flag.ts'),
  route('photos/:photoId/hidden', 'routes/organizer/photo-hidden.ts'),

  // Forms of the organizer's dashboard
  route('event/image', 'routes/organizer/image.tsx'),
  route('event/photo-count', 'routes/organizer/photo-count.ts'),
  route('event/voting', 'routes/organizer/voting.ts'),

  // For anyone the organizer sends it to
  route('invitation-pdf/:eventId?', 'routes/organizer/invitation.tsx'),

  // The platform's administrator
  layout('routes/admin/panel.tsx', [
    route('admin', 'routes/admin/overview.tsx'),
    route('admin/verify', 'routes/admin/verify.tsx'),
    route('admin/storage', 'routes/admin/storage.tsx'),
    route('admin/events', 'routes/admin/events.tsx'),
    route('admin/events/:eventId/delete', 'routes/admin/event-delete.tsx'),
    route('admin/users', 'routes/admin/users.tsx'),
    route('admin/users/:userId/delete', 'routes/admin/user-delete.tsx'),
    route('admin/payments', 'routes/admin/payments.tsx'),
    route('admin/credentials', 'routes/admin/credentials.tsx'),
  ]),

  // The API: endpoints that answer JSON
  ...prefix('api', [
    route('user', 'routes/api/user.ts'),
    route('login', 'routes/api/login.ts'),
    route('register', 'routes/api/register.ts'),
    route('logout', 'routes/api/logout.ts'),
    route('visitor-access', 'routes/api/visitor-access.ts'),
    route('create-event', 'routes/api/create-event.ts'),
    route('events/:eventId', 'routes/api/event.ts'),
    route('events/:eventId/marks', 'routes/api/marks.ts'),
    route('events/:eventId/changes', 'routes/api/changes.ts'),
    route('events/:eventId/users', 'routes/api/event-users.ts'),
    route('events/:eventId/max-users', 'routes/api/event-max-users.ts'),
    route('events/:eventId/dates', 'routes/api/event-dates.ts'),
    route('events/:eventId/voting-status', 'routes/api/event-voting-status.ts'),
    route('events/:eventId/description', 'routes/api/event-description.ts'),
    route('events/:eventId/max-photos', 'routes/api/event-max-photos.ts'),
    route('events/:eventId/image', 'routes/api/event-image.ts'),
    route('events/:eventId/upgrade-plan', 'routes/api/upgrade-plan.ts'),
    route('events/:eventId/top-photos', 'routes/api/top-photos.ts'),
    route('events/:eventId/flag-reports', 'routes/api/flag-reports.ts'),
    route('flag-reports/:reportId', 'routes/api/flag-report.ts'),
    route('events/:eventId/download-top-photos', 'routes/api/download-top-photos.ts'),
    route('events/:eventId/download-top-photos-csv', 'routes/api/download-top-photos-csv.ts'),
    route('events/:eventId/download-all-photos', 'routes/api/download-all-photos.ts'),
    route('photos', 'routes/api/photos.ts'),
    route('photos/:photoId', 'routes/api/photo.ts'),
    route('photos/:photoId/flag', 'routes/api/photo-flag.ts'),
    route('photos/user/:userId', 'routes/api/photos-of-user.ts'),
    route('photos/event/:eventId', 'routes/api/photos-of-event.ts'),
    route('favorites', 'routes/api/favorites.ts'),
    route('favorites/:photoId', 'routes/api/favorite.ts'),
    route('messages', 'routes/api/messages.ts'),
    route('messages/read-all', 'routes/api/messages-read-all.ts'),
    route('messages/:messageId/read', 'routes/api/message-read.ts'),
    route('users/selfie', 'routes/api/selfie.ts'),
    route('users/remove-selfie', 'routes/api/remove-selfie.ts'),
    route('users/:userId', 'routes/api/participant.ts'),
    route('create-payment-intent', 'routes/api/create-payment-intent.ts'),
    route('verify-admin', 'routes/api/verify-admin.ts'),
    route('admin/events', 'routes/api/admin-events.ts'),
    route('admin/events/:eventId', 'routes/api/admin-event.ts'),
    route('admin/users', 'routes/api/admin-users.ts'),
    route('admin/users/:userId', 'routes/api/admin-user.ts'),
    route('admin/credentials', 'routes/api/admin-credentials.ts'),
    route('admin/storage-config', 'routes/api/storage-config.ts'),
    route('admin/storage-mode', 'routes/api/storage-mode.ts'),
    route('*', 'routes/api/not-found.ts'),
  ]),

  // Files
  route('media/:eventId/:file', 'routes/files/media.ts'),
  route('invitation-pdf/:eventId/pdf', 'routes/files/invitation-pdf.ts'),

  route('top/photos.zip', 'routes/files/top-photos-zip.ts'),
  route('event/photos.zip', 'routes/files/all-photos-zip.ts'),
  route('event/ranking.csv', 'routes/files/ranking-csv.ts'),
  route('event/guests.csv', 'routes/files/guests-csv.ts'),
  route('admin/payments.csv', 'routes/files/payments-csv.ts'),
  route('settings/data.zip', 'routes/files/own-data-zip.ts'),

  // The system
  route('healthz', 'routes/system/healthz.ts'),
  route('webhooks/stripe', 'routes/system/stripe-webhook.ts'),
  route('offline', 'routes/system/offline.tsx'),
  route('photos/shared', 'routes/system/photos-shared.ts'),
  route('manifest.webmanifest', 'routes/system/manifest.ts'),
  route('*', 'routes/system/not-found.tsx'),
] satisfies RouteConfig;
