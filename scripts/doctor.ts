import { createInstance } from 'i18next';
import { examineAlone } from '../app/doctor.server';
import { formatBytes } from '../app/i18n/format';
import texts from '../app/i18n/locales/en/admin.json';
import { checkOf, levelOf, type Finding, type Level } from '../app/models/admin/doctor';
import { runTool } from './run-tool';

// `npm run doctor`: examines a server, its variables and what it depends on, and prints what to change. It may run
// beside the server. The exit code is 1 if something is wrong.

const MARKS: Record<Level, string> = { fine: 'ok', warning: 'WARNING', wrong: 'WRONG' };
const MARK_WIDTH = 9;
const CHECK_WIDTH = 13;

await runTool([], 'Usage: npm run doctor', async (env) => {
  const words = createInstance();
  await words.init({
    lng: 'en',
    resources: { en: { admin: texts } },
    defaultNS: 'admin',
    interpolation: { escapeValue: false },
  });
  const line = (finding: Finding) => {
    const { says, values, bytes } = finding;
    const sizes = Object.entries(bytes).map(([name, size]) => [name, formatBytes(size, 'en')]);
    const text = words.t(`doctor.says.${says}`, { ...values, ...Object.fromEntries(sizes) });
    const mark = MARKS[levelOf(finding)].padEnd(MARK_WIDTH);
    return `${mark}${checkOf(finding).padEnd(CHECK_WIDTH)}${text}\n`;
  };
  const findings = await examineAlone(env);
  process.stdout.write(findings.map(line).join(''));
  return findings.some((finding) => levelOf(finding) === 'wrong') ? 1 : 0;
});
