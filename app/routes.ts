import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config';

// The table of contents: all screens and forms. API endpoints are in `api/index.ts`, files in
// `files/index.ts`.
export default [
  // Outside an event: the landing and the ways in
  ...prefix('auth', [
    index('routes/auth/landing.tsx'),
    route('join', 'routes/auth/join.tsx'),
    route('join/confirm', 'routes/auth/join-confirm.tsx'),
    route('sign-in', 'routes/auth/sign-in.tsx'),
  ]),
  route('create-event', 'routes/organizer/create-event.tsx'),
  route('plans', 'routes/shop/plans.tsx'),
  route('return/:token', 'routes/auth/return-link.tsx'),
  route('organize/:token', 'routes/auth/organize.tsx'),
  route('morning/in/:token', 'routes/auth/morning-link.tsx'),
  route('morning/stop/:token', 'routes/auth/morning-stop.tsx'),
  route('invited/:token', 'routes/auth/guest-link.tsx'),
  route('invited/:token/stop', 'routes/auth/guest-stop.tsx'),
  route('login/link/:token', 'routes/auth/login-link.tsx'),
  route('login/confirm/:token', 'routes/auth/email-confirm.tsx'),
  route('login/email/:token', 'routes/auth/email-link.tsx'),
  route('logout', 'routes/auth/logout.ts'),
  route('wall', 'routes/wall/enter.tsx'),

  // Inside an event: header, tabs, bottom navigation
  layout('routes/event/shell.tsx', [
    index('routes/event/home.tsx'),
    route('feed', 'routes/event/feed.tsx'),
    route('pile', 'routes/event/pile.tsx'),
    route('top', 'routes/event/top.tsx'),
    route('morning', 'routes/event/morning.tsx'),
    route('reveal', 'routes/event/reveal.tsx'),
    route('duel', 'routes/event/duel.tsx'),
    route('login', 'routes/auth/login.tsx'),
    route('photos/new', 'routes/event/photos-new.tsx'),
    route('photos/:photoId', 'routes/event/photo.tsx'),
    route('photos/:photoId/caption', 'routes/event/photo-caption.tsx'),
    route('photos/:photoId/delete', 'routes/event/photo-delete.tsx'),
    route('event/rules', 'routes/organizer/rules.tsx'),
    route('event/keys', 'routes/organizer/keys.tsx'),
    route('event/description', 'routes/organizer/description.tsx'),
    route('event/thanks', 'routes/organizer/thanks.tsx'),
    route('photos/:photoId/star/move', 'routes/event/star-move.tsx'),
    route('photos/:photoId/report', 'routes/event/photo-report.tsx'),
    route('flags', 'routes/organizer/flags.tsx'),
    route('flags/:reportId/delete', 'routes/organizer/flag-delete.tsx'),
    route('waiting', 'routes/organizer/waiting.tsx'),
    route('participants', 'routes/organizer/participants.tsx'),
    route('participants/:userId/remove', 'routes/organizer/participant-remove.ts'),
    route('participants/invited', 'routes/organizer/guests.tsx'),
    route('participants/clear-up', 'routes/organizer/clear-up.tsx'),
    route('event/wall', 'routes/organizer/wall.tsx'),
    route('event/remind', 'routes/organizer/event-remind.tsx'),
    route('event/edit', 'routes/organizer/event-edit.tsx'),
    route('event/door', 'routes/organizer/event-door.tsx'),
    route('event/close-voting', 'routes/organizer/close-voting.tsx'),
    route('event/standings', 'routes/organizer/event-standings.tsx'),
    route('event/tables', 'routes/organizer/event-tables.tsx'),
    route('event/reveal', 'routes/organizer/event-reveal.tsx'),
    route('event/rehearsal', 'routes/organizer/rehearsal.tsx'),
    route('event/duel', 'routes/organizer/event-duel.tsx'),
    route('event/delete', 'routes/organizer/event-delete.tsx'),
    route('shop', 'routes/shop/shop.tsx'),
    route('shop/return', 'routes/shop/return.tsx'),
    route('event/invite', 'routes/organizer/invite.tsx'),
    route('messages', 'routes/account/messages.tsx'),
    route('messages/planned/:messageId', 'routes/account/planned-message.tsx'),
    route('settings', 'routes/account/settings.tsx'),
    route('settings/second-factor', 'routes/account/second-factor.tsx'),
    route('settings/delete', 'routes/account/account-delete.tsx'),
  ]),

  // Forms of the event's screens without their own page
  route('photos/add', 'routes/event/photo-add.ts'),
  route('images/add', 'routes/event/image-add.ts'),
  route('photos/:photoId/star', 'routes/event/star.ts'),
  route('selfie', 'routes/event/selfie.tsx'),
  route('settings/naming', 'routes/account/naming.ts'),
  route('settings/morning-mail', 'routes/account/morning-mail.ts'),
  route('flags/:reportId', 'routes/organizer/flag.ts'),
  route('photos/:photoId/hidden', 'routes/organizer/photo-hidden.ts'),
  route('photos/:photoId/approve', 'routes/organizer/photo-approve.ts'),
  route('participants/:userId/trust', 'routes/organizer/participant-trust.ts'),

  // Forms of the organizer's dashboard
  route('event/image', 'routes/organizer/image.tsx'),
  route('event/photo-count', 'routes/organizer/photo-count.ts'),
  route('event/voting', 'routes/organizer/voting.ts'),
  route('event/approval', 'routes/organizer/approval.ts'),
  route('event/guests-may-look', 'routes/organizer/guests-may-look.ts'),
  route('event/guests-may-download', 'routes/organizer/guests-may-download.ts'),

  // Forms of the administrator's overview
  route('admin/first-run', 'routes/admin/first-run.ts'),

  // Public, for anyone with the link
  route('e/:eventId', 'routes/auth/event-link.tsx'),
  route('invitation-pdf/:eventId?', 'routes/organizer/invitation.tsx'),

  // The platform's administrator
  layout('routes/admin/panel.tsx', [
    route('admin', 'routes/admin/overview.tsx'),
    route('admin/verify', 'routes/admin/verify.tsx'),
    route('admin/doctor', 'routes/admin/doctor.tsx'),
    route('admin/storage', 'routes/admin/storage.tsx'),
    route('admin/events', 'routes/admin/events.tsx'),
    route('admin/events/:eventId', 'routes/admin/event-inspect.tsx'),
    route('admin/events/:eventId/delete', 'routes/admin/event-delete.tsx'),
    route('admin/events/:eventId/end', 'routes/admin/event-end.tsx'),
    route('admin/events/:eventId/organizer', 'routes/admin/event-organizer.tsx'),
    route('admin/users', 'routes/admin/users.tsx'),
    route('admin/users/:userId/delete', 'routes/admin/user-delete.tsx'),
    route('admin/payments', 'routes/admin/payments.tsx'),
    route('admin/audit', 'routes/admin/audit.tsx'),
    route('admin/security', 'routes/admin/security.tsx'),
    route('admin/credentials', 'routes/admin/credentials.tsx'),
  ]),

  // The system
  route('photos/shared', 'routes/system/photos-shared.ts'),
  route('*', 'routes/system/not-found.tsx'),
] satisfies RouteConfig;
