import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Everything that the product is specified to say when something goes wrong, or has just gone right: where its
// words are, and which test has them said, by call or on screen.

/** A sentence; its text, as `namespace:key`; the test that has it said; and what that one looks for. */
type Row = [sentence: string, key: string, test: string, sought: string];

const ROWS: Row[] = [
  [
    'Cannot perform this action while offline',
    'event:offline',
    'tests/e2e/shop.spec.ts',
    'event:offline',
  ],
  [
    'Event name is required',
    'errors:event_name_required',
    'tests/api/endpoints.test.ts',
    'Event name is required',
  ],
  ['Event not found', 'errors:event_not_found', 'tests/api/no-js.test.ts', 'Event not found'],
  [
    'This event has ended. New registrations are not accepted',
    'errors:event_ended_registration',
    'tests/api/expiry.test.ts',
    'This event has ended. New registrations are not accepted',
  ],
  [
    'This event has ended. Only the organizer can access it now',
    'errors:event_ended',
    'tests/api/access.test.ts',
    'This event has ended. Only the organizer can access it now',
  ],
  ['Access denied', 'auth:join.denied', 'tests/api/no-js.test.ts', 'Access denied'],
  [
    'An event with this name and organizer already exists',
    'errors:event_exists',
    'tests/e2e/admin-users.spec.ts',
    'errors:event_exists',
  ],
  [
    'Incorrect organizer name',
    'errors:incorrect_organizer_name',
    'tests/api/no-js.test.ts',
    'Incorrect organizer name',
  ],
  ['User not found', 'errors:user_not_found', 'tests/api/people.test.ts', 'User not found'],
  [
    'Invalid credentials or event',
    'errors:invalid_credentials',
    'tests/api/no-js.test.ts',
    'Invalid credentials or event',
  ],
  [
    'A user with this name and email is already registered for this event',
    'errors:user_exists',
    'tests/e2e/account.spec.ts',
    'errors:user_exists',
  ],
  [
    'Login failed after registration',
    'errors:login_after_registration_failed',
    'tests/api/failures.test.ts',
    'Login failed after registration',
  ],
  [
    'Cannot create event',
    'errors:cannot_create_event',
    'tests/models/events.test.ts',
    'cannot_create_event',
  ],
  [
    'Login failed after event creation',
    'errors:login_after_creation_failed',
    'tests/api/failures.test.ts',
    'Login failed after event creation',
  ],
  [
    'Invalid event data',
    'errors:invalid_event_data',
    'tests/api/endpoints.test.ts',
    'Invalid event data',
  ],
  [
    'Unique constraint violation',
    'errors:unique_violation',
    'tests/api/failures.test.ts',
    'unique_violation',
  ],
  [
    'Event creation failed',
    'errors:event_creation_failed',
    'tests/api/failures.test.ts',
    'Event creation failed',
  ],
  [
    'Not authenticated',
    'errors:not_authenticated',
    'tests/api/endpoints.test.ts',
    'Not authenticated',
  ],
  [
    'Authentication required',
    'errors:authentication_required',
    'tests/e2e/flags.spec.ts',
    'errors:authentication_required',
  ],
  ['Not an organizer', 'shop:toast.organizer', 'tests/api/reports.test.ts', 'Not an organizer'],
  ['No event found', 'shop:toast.event', 'tests/api/payments.test.ts', 'No event found'],
  ['Invalid plan', 'errors:invalid_plan', 'tests/api/payments.test.ts', 'Invalid plan'],
  ['Payment Failed', 'shop:toast.failed', 'tests/e2e/shop.spec.ts', 'shop:toast.failed'],
  [
    'Failed to add or remove favorites',
    'errors:favorites_failed',
    'tests/api/failures.test.ts',
    'Failed to add or remove favorites',
  ],
  [
    'Failed to delete photo',
    'photo:delete.failed',
    'tests/api/failures.test.ts',
    'Failed to delete photo',
  ],
  [
    'Failed to report photo',
    'errors:report_failed',
    'tests/api/reports.test.ts',
    'Failed to report photo',
  ],
  [
    'Failed to update event image',
    'errors:event_image_failed',
    'tests/e2e/dashboard.spec.ts',
    'Failed to update event image',
  ],
  ['Login failed', 'auth:login.failed', 'tests/api/failures.test.ts', 'Login failed'],
  [
    'Authentication failed',
    'errors:admin_authentication_failed',
    'tests/api/endpoints.test.ts',
    'Authentication failed',
  ],
  ['Event is full', 'auth:login.full', 'tests/api/no-js.test.ts', 'Event is full'],
  [
    'This event has reached the maximum participant limit',
    'auth:login.full_text',
    'tests/api/no-js.test.ts',
    'This event has reached the maximum participant limit',
  ],
  [
    'Registration failed. Please try again later.',
    'errors:registration_failed',
    'tests/api/failures.test.ts',
    'Registration failed. Please try again later.',
  ],
  [
    'Registration failed',
    'auth:login.registration_failed',
    'tests/api/failures.test.ts',
    'Registration failed',
  ],
  [
    'Please try again',
    'auth:login.registration_failed_text',
    'app/components/auth/failures.test.tsx',
    'Please try again',
  ],
  [
    'Logout failed',
    'access:toast.logout_failed',
    'tests/logging-out.test.ts',
    'access:toast.logout_failed',
  ],
  [
    'An error occurred while logging out',
    'errors:logout_failed',
    'tests/logging-out.test.ts',
    'errors:logout_failed',
  ],
  [
    'Something went wrong. Please try again.',
    'errors:unknown',
    'tests/api/expiry.test.ts',
    'unknown',
  ],
  [
    'Welcome back',
    'access:toast.welcome_back',
    'tests/e2e/login.spec.ts',
    'access:toast.welcome_back',
  ],
  [
    'Connected to your existing account',
    'access:toast.welcome_back_text',
    'tests/api/no-js.test.ts',
    'Connected to your existing account',
  ],
  [
    'Account created successfully',
    'access:toast.account_created',
    'tests/e2e/hand.spec.ts',
    'access:toast.account_created',
  ],
  [
    'You can now interact with the app',
    'access:toast.account_created_text',
    'tests/api/no-js.test.ts',
    'You can now interact with the app',
  ],
  ['This event has ended', 'invitation:ended', 'tests/api/no-js.test.ts', 'This event has ended'],
  ['Event has ended', 'auth:join.ended', 'tests/api/no-js.test.ts', 'Event has ended'],
  [
    'Error updating voting status',
    'organizer:rules.voting_failed',
    'tests/api/dashboard.test.ts',
    'Error updating voting status',
  ],
  [
    'An error occurred while updating the voting status',
    'organizer:rules.voting_failed_text',
    'tests/api/dashboard.test.ts',
    'An error occurred while updating the voting status',
  ],
  [
    'Voting has been disabled by the organizer',
    'event:vote.disabled',
    'tests/e2e/live.spec.ts',
    'event:vote.disabled',
  ],
  [
    'Voting Disabled',
    'photo:star.voting_disabled',
    'tests/e2e/dialogs.spec.ts',
    'photo:star.voting_disabled',
  ],
  [
    'The organizer has disabled voting for favorite photos',
    'photo:star.voting_disabled_text',
    'tests/e2e/dialogs.spec.ts',
    'photo:star.voting_disabled_text',
  ],
  ['Failed to upload photo', 'own:slot.failed', 'tests/e2e/upload.spec.ts', 'own:slot.failed'],
  [
    'Failed to update selfie',
    'own:selfie.failed',
    'tests/api/failures.test.ts',
    'Failed to update selfie',
  ],
  [
    'Upload failed:',
    'own:slot.failed_text',
    'app/http/outcome.server.test.ts',
    'own:slot.failed_text',
  ],
  [
    'Selfie upload failed:',
    'own:selfie.failed_text',
    'tests/api/failures.test.ts',
    'Selfie upload failed:',
  ],
  [
    'Failed to remove from favorites',
    'photo:star.failed_remove',
    'tests/api/failures.test.ts',
    'Failed to remove from favorites',
  ],
  [
    'Failed to add to favorites',
    'photo:star.failed_add',
    'tests/api/failures.test.ts',
    'Failed to add to favorites',
  ],
  [
    'Failed to update event description',
    'organizer:description.failed',
    'tests/api/failures.test.ts',
    'Failed to update event description',
  ],
  [
    'Failed to remove participant',
    'organizer:remove.failed',
    'tests/api/people.test.ts',
    'Failed to remove participant',
  ],
  [
    'Failed to delete event',
    'organizer:delete_event.failed',
    'tests/api/people.test.ts',
    'Failed to delete event',
  ],
  [
    'Failed to remove profile image',
    'own:selfie.remove_failed',
    'tests/api/failures.test.ts',
    'Failed to remove profile image',
  ],
  [
    'Please try again later',
    'own:selfie.remove_failed_text',
    'tests/api/failures.test.ts',
    'Please try again later',
  ],
  [
    'Update Failed',
    'organizer:rules.photos_failed',
    'tests/api/dashboard.test.ts',
    'Update Failed',
  ],
  [
    'Failed to update max photos setting:',
    'organizer:rules.photos_failed_text',
    'tests/api/dashboard.test.ts',
    'Failed to update max photos setting:',
  ],
  [
    'Failed to create event',
    'create:failed',
    'tests/api/failures.test.ts',
    'Failed to create event',
  ],
  ['Error', 'flags:error', 'tests/e2e/live.spec.ts', 'Error'],
  [
    'An unexpected error occurred',
    'flags:report.unexpected',
    'tests/api/failures.test.ts',
    'An unexpected error occurred',
  ],
  [
    'You must be logged in to report a photo',
    'flags:report.login',
    'tests/e2e/flags.spec.ts',
    'flags:report.login',
  ],
  [
    'Failed to update report status:',
    'flags:review.failed',
    'tests/api/reports.test.ts',
    'Failed to update report status:',
  ],
  [
    'Failed to delete report:',
    'flags:delete.failed',
    'tests/api/reports.test.ts',
    'Failed to delete report:',
  ],
  ['Report updated', 'flags:review.title', 'tests/e2e/flags.spec.ts', 'flags:review.title'],
  [
    'The report has been marked as',
    'flags:review.reviewed',
    'tests/e2e/flags.spec.ts',
    'flags:review.reviewed',
  ],
  ['Report deleted', 'flags:delete.deleted', 'tests/e2e/flags.spec.ts', 'flags:delete.deleted'],
  [
    'The report has been permanently removed from the database',
    'flags:delete.deleted_text',
    'tests/e2e/flags.spec.ts',
    'flags:delete.deleted_text',
  ],
  [
    'Link copied to clipboard',
    'auth:share.copied',
    'tests/e2e/invitation.spec.ts',
    'auth:share.copied',
  ],
  [
    'You can now share it with your friends',
    'auth:share.copied_text',
    'tests/e2e/invitation.spec.ts',
    'auth:share.copied_text',
  ],
  [
    'Admin credentials updated',
    'admin:credentials.saved',
    'tests/e2e/admin-users.spec.ts',
    'admin:credentials.saved',
  ],
  [
    'Error updating credentials',
    'admin:credentials.failed',
    'tests/api/failures.test.ts',
    'Error updating credentials',
  ],
  [
    'Failed to update admin credentials',
    'errors:admin_credentials_failed',
    'tests/api/failures.test.ts',
    'Failed to update admin credentials',
  ],
  ['User deleted', 'admin:users.deleted', 'tests/e2e/admin-users.spec.ts', 'admin:users.deleted'],
  [
    'Error deleting user',
    'admin:users.failed',
    'tests/api/failures.test.ts',
    'Error deleting user',
  ],
  [
    'Failed to delete the user',
    'errors:user_deletion_failed',
    'tests/api/failures.test.ts',
    'Failed to delete the user',
  ],
  ['Success', 'admin:store.switched', 'tests/e2e/storage.spec.ts', 'admin:store.switched'],
  [
    'Failed to toggle storage mode',
    'admin:store.switch_failed',
    'tests/api/failures.test.ts',
    'Failed to toggle storage mode',
  ],
  [
    'Failed to update FTP configuration',
    'admin:store.form.failed',
    'tests/api/failures.test.ts',
    'Failed to update FTP configuration',
  ],
  [
    'Max users updated',
    'admin:events.max_saved',
    'tests/e2e/admin-events.spec.ts',
    'admin:events.max_saved',
  ],
  [
    'Error updating max users',
    'admin:events.max_failed',
    'tests/api/admin-events.test.ts',
    'Error updating max users',
  ],
  [
    'End date updated',
    'admin:events.end_saved',
    'tests/e2e/admin-events.spec.ts',
    'admin:events.end_saved',
  ],
  [
    'Error updating end date',
    'admin:events.end_failed',
    'tests/api/failures.test.ts',
    'Error updating end date',
  ],
  [
    'Event deleted',
    'organizer:delete_event.deleted',
    'tests/e2e/people.spec.ts',
    'organizer:delete_event.deleted',
  ],
  [
    'Error deleting event',
    'admin:events.delete_failed',
    'tests/api/failures.test.ts',
    'Error deleting event',
  ],
  [
    'Failed to load storage configuration.',
    'admin:store.load_failed',
    'tests/api/admin-events.test.ts',
    'Failed to load storage configuration.',
  ],
  [
    'Failed to load users. Please try again later.',
    'admin:users.load_failed',
    'tests/api/admin-events.test.ts',
    'Failed to load users. Please try again later.',
  ],
  [
    'You do not have admin privileges',
    'errors:no_admin_privileges',
    'tests/api/endpoints.test.ts',
    'You do not have admin privileges',
  ],
  [
    'Admin authentication required',
    'admin_errors:admin_authentication_required',
    'tests/api/people.test.ts',
    'Admin authentication required',
  ],
  [
    'Authentication Failed',
    'admin:signin.failed',
    'tests/e2e/admin-events.spec.ts',
    'admin:signin.failed',
  ],
  [
    'Admin access granted',
    'admin:signin.granted',
    'tests/e2e/admin-events.spec.ts',
    'admin:signin.granted',
  ],
  ['Setup Failed', 'shop:toast.setup_failed', 'tests/e2e/shop.spec.ts', 'shop:toast.setup_failed'],
  [
    'Could not initiate payment',
    'shop:toast.setup_lost',
    'tests/e2e/shop.spec.ts',
    'shop:toast.setup_lost',
  ],
  ['Payment Successful', 'shop:return.paid', 'tests/e2e/shop.spec.ts', 'shop:return.paid'],
  [
    'Plan upgraded successfully',
    'shop:toast.upgraded',
    'tests/e2e/shop.spec.ts',
    'shop:toast.upgraded',
  ],
  ['Error:', 'invitation:error', 'tests/api/invitation.test.ts', 'Error:'],
  [
    'No event ID provided',
    'invitation:no_event_id',
    'tests/api/invitation.test.ts',
    'No event ID provided',
  ],
  [
    'Error fetching event:',
    'invitation:fetch_failed',
    'tests/api/invitation.test.ts',
    'Error fetching event:',
  ],
  [
    'Error fetching users:',
    'invitation:users_failed',
    'tests/api/failures.test.ts',
    'Error fetching users:',
  ],
  ['No Photos Yet', 'event:feed.empty', 'tests/e2e/shell.spec.ts', 'event:feed.empty'],
  ['No Photos Found', 'event:feed.none', 'tests/api/failures.test.ts', 'No Photos Found'],
  ['No Ranked Photos Yet', 'event:top.empty', 'tests/e2e/hand.spec.ts', 'event:top.empty'],
  [
    'No participants found for this event.',
    'organizer:participants.empty',
    'tests/e2e/people.spec.ts',
    'organizer:participants.empty',
  ],
  ['No Events Found', 'admin:events.empty', 'tests/api/admin-events.test.ts', 'No Events Found'],
  ['No Users', 'admin:users.empty', 'tests/api/admin-users.test.ts', 'No Users'],
  [
    'All fields required: Please enter your name, email, and event name',
    'errors:all_fields_required',
    'tests/api/failures.test.ts',
    'All fields required: Please enter your name, email, and event name',
  ],
  [
    'Could not access the event',
    'auth:join.denied_text',
    'app/components/auth/failures.test.tsx',
    'Could not access the event',
  ],
  [
    'Error loading top photos',
    'event:top.failed',
    'tests/api/failures.test.ts',
    'Error loading top photos',
  ],
  [
    'Failed to fetch reports',
    'errors:reports_failed',
    'tests/api/failures.test.ts',
    'Failed to fetch reports',
  ],
  [
    'Failed to load flagged photos',
    'flags:list_failed',
    'tests/api/failures.test.ts',
    'Failed to load flagged photos',
  ],
  [
    'Unexpected server response',
    'admin:store.form.unexpected',
    'tests/e2e/storage.spec.ts',
    'admin:store.form.unexpected',
  ],
  [
    'Server did not return JSON. Response might be HTML error page.',
    'admin:store.form.not_json',
    'tests/e2e/storage.spec.ts',
    'admin:store.form.not_json',
  ],
  [
    'Upgrade failed',
    'shop:toast.upgrade_failed',
    'tests/e2e/shop.spec.ts',
    'shop:toast.upgrade_failed',
  ],
  [
    'Unknown error occurred',
    'event:unknown_error',
    'app/components/event/upload-failure.test.tsx',
    'Unknown error occurred',
  ],
  [
    'Failed to load events.',
    'admin:events.load_failed',
    'tests/api/failures.test.ts',
    'Failed to load events.',
  ],
  [
    'Failed to create payment intent',
    'shop:toast.setup_refused',
    'tests/api/payments.test.ts',
    'Failed to create payment intent',
  ],
  [
    'An error occurred during payment processing',
    'shop:toast.failed_text',
    'tests/e2e/shop.spec.ts',
    'shop:toast.failed_text',
  ],
  [
    'Your plan has been upgraded successfully.',
    'shop:toast.success_text',
    'tests/e2e/shop.spec.ts',
    'shop:toast.success_text',
  ],
  [
    'There was a problem upgrading your plan',
    'shop:toast.upgrade_failed_text',
    'tests/api/payments.test.ts',
    'There was a problem upgrading your plan',
  ],
  [
    'Failed to upgrade plan',
    'shop:toast.upgrade_lost',
    'tests/e2e/shop.spec.ts',
    'shop:toast.upgrade_lost',
  ],
];

/** Reasons that are no sentences of their own: whoever meets one reads that something went wrong. */
const INTERNAL = [
  'Could not load event details',
  'Could not load organizer details',
  'Could not find event organizer',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

/** The English text of a key, with its plural's last form where it has one. */
function textOf(key: string): string {
  const [namespace = '', path = ''] = key.split(':');
  const namespaces =
    namespace === 'errors' ? ['errors', 'desk_errors', 'admin_errors'] : [namespace];
  for (const name of namespaces) {
    let node: unknown = JSON.parse(read(`app/i18n/locales/en/${name}.json`));
    for (const part of path.split('.'))
      node = (node as Record<string, unknown> | undefined)?.[part];
    if (typeof node === 'string') return node;
  }
  return '';
}

describe('what is said of failures and successes', () => {
  it.each(ROWS)('%s', (sentence, key, test, sought) => {
    expect(textOf(key)).toContain(sentence);
    const source = read(test);
    // Quotation marks are escaped in some sources.
    expect(source.includes(sought) || source.includes(sought.replaceAll("'", "\\'"))).toBe(true);
  });

  const sources = readdirSync(`${root}app`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => read(`app/${file}`))
    .join('\n');

  const keys = ROWS.map(([, key]) => key);

  it.each(keys)('%s is in the sources', (key) => {
    const name = key.split(/[:.]/).at(-1) ?? '';
    // Some are made of two parts, such as `max_failed`.
    const tail = name.split('_').slice(1).join('_') || name;
    expect(sources.includes(name) || sources.includes(`}_${tail}`)).toBe(true);
  });

  it('has each of them once', () => {
    const all = ROWS.map(([sentence]) => sentence).concat(INTERNAL);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(110);
  });
});
