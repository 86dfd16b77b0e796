import { useTranslation } from 'react-i18next';
import type { ListPage, ListQuery, USER_SORTS } from '~/models/admin/list';
import type { AdminUser } from '~/models/admin/shape';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { adminPaths } from '~/admin-paths';
import { DialogLink } from '../dialogs/dialog-link';
import { Email } from '../ui/email';
import { Icon } from '../ui/icon';
import { listAddress, ListCount, ListSearch, NoRows, Pager, SortHeading } from './list-controls';
import { Cell, Heading, LeadCell, Row, Table } from './table';

type UserSort = (typeof USER_SORTS)[number];

/** All users of the platform, for the administrator. */
export function UsersScreen({
  query,
  list,
}: {
  query: ListQuery<UserSort>;
  list: ListPage<AdminUser>;
}) {
  const { t } = useTranslation('admin');
  const controls = { address: adminPaths.users, query };
  const next = adminPaths.users(listAddress(query));
  return (
    <section className="card">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>{t('users.title')}</h2>
        <ListCount list={list} />
      </div>
      <ListSearch
        {...controls}
        label={t('users.search')}
        sorts={[
          ['id', t('users.id')],
          ['name', t('users.name')],
          ['email', t('users.email')],
          ['event', t('users.event')],
          ['photos', t('users.photos')],
        ]}
      />
      {list.rows.length === 0 ? (
        <NoRows {...controls} icon="users" title={t('users.empty')} />
      ) : (
        <Table
          head={
            <>
              <SortHeading {...controls} sort="id">
                {t('users.id')}
              </SortHeading>
              <SortHeading {...controls} sort="name">
                {t('users.name')}
              </SortHeading>
              <SortHeading {...controls} sort="email">
                {t('users.email')}
              </SortHeading>
              <SortHeading {...controls} sort="event">
                {t('users.event')}
              </SortHeading>
              <SortHeading {...controls} sort="photos" className="text-right">
                {t('users.photos')}
              </SortHeading>
              <Heading className="text-right">{t('users.actions')}</Heading>
            </>
          }
        >
          {list.rows.map((user) => (
            <UserRow key={user.id} user={user} next={next} />
          ))}
        </Table>
      )}
      <Pager {...controls} list={list} />
    </section>
  );
}

function UserRow({ user, next }: { user: AdminUser; next: string }) {
  const { t } = useTranslation('admin');
  return (
    <Row>
      <Cell label={t('users.id')} className="text-ink-soft tabular-nums">
        {user.id}
      </Cell>
      <LeadCell>
        {user.name ? (
          <bdi>{user.name}</bdi>
        ) : (
          <span className="text-ink-soft">{t('users.unnamed')}</span>
        )}{' '}
        {user.isOrganizer && (
          <span className="font-normal text-ink-soft">{t('users.organizer')}</span>
        )}
      </LeadCell>
      <Cell label={t('users.email')}>
        <span className="wrap-break-word">
          <Email address={user.email} />
        </span>
      </Cell>
      <Cell label={t('users.event')}>
        <bdi>{user.event.name}</bdi>
      </Cell>
      <Cell label={t('users.photos')} className="text-right tabular-nums">
        {user.photoCount}
      </Cell>
      <Cell label="" className="text-right">
        {user.id === ADMIN_USER_ID ? (
          <DialogLink
            className="button quiet slim whitespace-nowrap"
            to={adminPaths.credentials({ next })}
          >
            <Icon name="key" />
            {t('users.edit')}
          </DialogLink>
        ) : (
          <DialogLink
            className="button danger slim whitespace-nowrap"
            to={adminPaths.userDelete(user.id, { next })}
            aria-label={
              user.name
                ? t('users.delete_of', { name: user.name })
                : t('users.delete_unnamed', { id: user.id })
            }
          >
            <Icon name="trash" />
            {t('users.delete')}
          </DialogLink>
        )}
      </Cell>
    </Row>
  );
}
