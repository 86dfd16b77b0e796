import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ASK_MS = 1000;

/**
 * Stops this process once the npm that runs it is gone. npm starts it through a shell and passes no signal
 * on, so a server would go on holding its port and its data.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const shell = readProcess(parent);
  const npm = shell && /^-?(ba|da|a|k|z)?sh$/.test(shell.name) ? shell.parent : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, ASK_MS);
  timer.unref();
}

/** @returns a process's name and its parent; null if this machine does not tell */
function readProcess(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  } catch {
    return askPs(pid);
  }
}

/** The same without /proc. */
function askPs(pid) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const told = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], options);
    const [, parent, path] = /^\s*(\d+)\s+(.+?)\s*$/.exec(told);
    return { name: path.split('/').at(-1), parent: Number(parent) };
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running, too.
    return error.code === 'EPERM';
  }
}
