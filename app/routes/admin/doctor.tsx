import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { examine } from '~/doctor.server';
import { DoctorScreen } from '~/components/admin/doctor-screen';
import { requireAdmin } from '~/http/admin.server';
import { pageMeta } from '~/http/page-meta';
import { formatBytes } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { say } from '~/i18n/translate';
import { checkOf, levelOf } from '~/models/admin/doctor';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'overview', i18n: ['admin'] };

/** Examines the server. It takes seconds if another machine does not answer, so the overview only links to it. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  const findings = await examine(args.context.app);
  return {
    title: t('admin:doctor.title'),
    findings: findings.map((finding) => {
      const sizes = Object.entries(finding.bytes).map(
        ([name, size]) => [name, formatBytes(size, language)] as const,
      );
      const values = { ...finding.values, ...Object.fromEntries(sizes) };
      return {
        check: checkOf(finding),
        level: levelOf(finding),
        text: say(t, `admin:doctor.says.${finding.says}`, values),
      };
    }),
  };
}

export const meta = pageMeta;

export default function Doctor() {
  const { findings } = useLoaderData<typeof loader>();
  return <DoctorScreen findings={findings} />;
}
