// `npm test`: every check but the long ones, and a count at the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { isBuildStale, root } from './build-stamp.mjs';
import { ensureTestTools } from './install-test-tools.mjs';

const reports = join(root, '.cache/test-reports');
const total = { passed: 0, failed: 0 };
const failures = [];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
ensureTestTools();

// The build, and the suites after it, leave a core idle now and then. The checks fill it: they yield to the
// suites, whose tests wait only so long.
const checked = checkSources();
if (!isBuildStale() || (await check('build', 'scripts/build.mjs', []))) {
  // Browsers wait for servers and clocks much of the time, so the other suites run beside them.
  const browser = suite('browser', 'playwright.json', 'node_modules/playwright/cli.js', [
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--project=browser',
  ]);
  await vitest('unit, models', ['unit', 'models'], { isShownLater: true });
  await vitest('calls', ['api'], { isShownLater: true });
  await browser;
}
await checked;

for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function checkSources() {
  const yielding = { priority: constants.priority.PRIORITY_BELOW_NORMAL, isShownLater: true };
  await check('types', 'node_modules/typescript/bin/tsc', ['--noEmit'], yielding);
  await check('lint', 'node_modules/eslint/bin/eslint.js', ['.', '--max-warnings=0'], yielding);
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  await check('circles', cruiser, ['.'], yielding);
  const prettier = ['--check', '--log-level=warn', '.'];
  await check('format', 'node_modules/prettier/bin/prettier.cjs', prettier, yielding);
}

/** A check that passes or fails as a whole. */
async function check(name, script, args, options) {
  const isPassed = (await run(name, script, args, options)) === 0;
  total[isPassed ? 'passed' : 'failed'] += 1;
  if (!isPassed) failures.push(name);
  return isPassed;
}

/** Vitest's tests of some projects. */
function vitest(name, projects, options) {
  const report = `${projects.join('-')}.json`;
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, report)}`,
  ];
  return suite(name, report, 'node_modules/vitest/vitest.mjs', args, options);
}

/** A test suite that writes a JSON report with its counts. */
async function suite(name, report, script, args, options) {
  const status = await run(name, script, args, options);
  const path = join(reports, report);
  const told = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  const counts = told && countsOf(told);
  // The end of the output lists the failures, so that a truncated log still shows them.
  if (told) failures.push(...failedTests(told));
  total.passed += counts?.passed ?? 0;
  total.failed += counts?.failed ?? 0;
  // A suite that ran nothing, or crashed outside its tests, has failed.
  if (status !== 0 || !counts?.passed) {
    failures.push(name);
    if (!counts?.failed) total.failed += 1;
  }
}

function countsOf(report) {
  if (report.stats) {
    return {
      passed: report.stats.expected,
      // A test that passes on a second try counts as failed.
      failed: report.stats.unexpected + report.stats.flaky,
    };
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** Each failed test in a report of Vitest or Playwright, with the first lines of the reason. */
function failedTests(report) {
  const shortened = (messages) => messages.join('\n').split('\n').slice(0, 12).join('\n    ');
  if (!report.stats) {
    return report.testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${file.name}: ${test.fullName}\n    ${shortened(test.failureMessages)}`),
    );
  }
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  return report.suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.ok && spec.tests.every(({ status }) => status !== 'flaky')
        ? []
        : `${spec.file}: ${spec.title}\n    ${shortened(
            spec.tests.flatMap((test) =>
              test.results.flatMap((result) =>
                result.errors.map(({ message, location }) =>
                  location ? `line ${location.line}: ${message}` : message,
                ),
              ),
            ),
          )}`,
    );
}

/**
 * Runs a script.
 * @param options.isShownLater shows its output when it has ended, so that it does not mix with another's
 */
function run(name, script, args, { priority = 0, isShownLater = false } = {}) {
  if (!isShownLater) process.stdout.write(`\n== ${name}\n`);
  const env = {
    ...process.env,
    TEST_REPORTS: reports,
    FORCE_COLOR: process.env.FORCE_COLOR ?? '0',
  };
  return new Promise((resolve) => {
    const output = isShownLater ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', output, output],
      env,
    });
    setPriority(child.pid, priority);
    const said = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => said.push(part));
    child.on('close', (code) => {
      if (isShownLater) process.stdout.write(`\n== ${name}\n${Buffer.concat(said)}`);
      resolve(code ?? 1);
    });
  });
}
