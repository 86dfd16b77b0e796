import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Exported writes without a permission check, by reason. Every other write takes an actor and calls
 * access.ts, directly or through a function it calls.
 */
const INTERNAL: Record<string, string[]> = {
  'entry points that run before there is an actor': [
    'checkAdmin',
    'confirmEmail',
    'consumeSignInLink',
    'createEvent',
    'createReturnToken',
    'ensureAdministrator',
    'login',
    'loginOrRegister',
    'recordTurnedAway',
    'proveSecondFactor',
    'register',
    'sendSignInLink',
    'storeSignInLink',
    'upgradePassword',
  ],
  'writes that a session or link token authorizes': [
    'beginSession',
    'createIdentities',
    'endSession',
    'updateSeenAt',
    'openWallByCode',
    'noteScreen',
    'joinAsCoOrganizer',
    'openEmailLink',
    'takeStarNews',
    'stopGuestMails',
    'stopMemberMails',
    'openMorningLink',
  ],
  'commands for the person who runs the server': [
    'removeSecondFactor',
    'setAdminPassword',
    'makeBackup',
    'restoreBackup',
  ],
  'records of sign-ins': ['recordSecurityEvent'],
  'what the server notes for the readers of a feed': ['createFeedSnapshots'],
  'steps of a larger write that has checked the permission': [
    'changeHidden',
    'copyMissions',
    'copyTables',
    'dealDueCards',
    'noteFirstTable',
    'storeBulbs',
    'playCard',
    'notePasswordChosen',
    'endSessionsOf',
    'renewOwnSession',
    'recordAdminCheck',
    'saveChoice',
    'grantPlan',
    'auditChange',
    'updateAndAudit',
    'updateEvent',
    'recordDeed',
    'changedNames',
    'recordFormerNames',
    'recordBan',
    'countByHand',
    'countEndedDuel',
    'discardIfReopened',
    'liftBanOf',
    'deleteMember',
    'deleteMemberAndReports',
    'clearTurnedAway',
    'deliver',
    'recordUpload',
    'removeEvent',
    'renameOrganizer',
    'storeImage',
    'storeFiles',
    'makeParticipant',
    'replaceOrganizer',
    'spendCoOrganizerLink',
    'sendFromPlatform',
    'notifyOrganizer',
  ],
  "stores Stripe's answers, whoever asked for them": ['handleWebhook', 'refreshPayment', 'settle'],
  'reads and jobs that take up the settings another server or version has stored': [
    'refreshAndAsk',
    'getStorageConfig',
    'getStorageStatus',
    'handleNotice',
    'refreshStorages',
    'chooseFromRow',
    'resealUsers',
    'ensurePushKeys',
  ],
  'records of the mails that were sent': [
    'claimNotice',
    'recordConfirmationRequest',
    'releaseNotice',
    'recordSent',
    'claimGuestMail',
    'claimMorningMail',
    'claimKeepingMail',
    'recordGuestMailSent',
    'releaseGuestMail',
    'releaseMorningMail',
    'releaseKeepingMail',
  ],
  'the queue of files to move, delete or repair': [
    'cancelRemoval',
    'carryOutRemoval',
    'claimNextWork',
    'claimRemoval',
    'doClaimed',
    'moveDueFiles',
    'planMove',
    'planRemoval',
    'planRemovals',
    'preventCancel',
    'putOffWork',
    'relocateMedia',
    'removeDueFiles',
    'renewClaim',
    'repairStorage',
    'settleWork',
    'takeOverRemoval',
  ],
  'records of facts read from files': [
    'recordDamage',
    'openArchive',
    'packAllPhotos',
    'packOwnData',
    'packOwnPhotos',
    'packTopPhotos',
    'recordFile',
  ],
  'reads that make a key when it is first needed': ['readReceipt'],
  'job leases and temporary counters': [
    'beginJob',
    'endJob',
    'freeJobs',
    'heartbeat',
    'recordHeld',
    'removeExpiredAttempts',
  ],
};

interface ModelFunction {
  name: string;
  file: string;
  isExported: boolean;
  takesActor: boolean;
  /** The rules that its own body checks. */
  rules: string[];
  writes: boolean;
  /** The names it calls or passes on. */
  uses: Set<string>;
}

const WRITES = new Set(['insert', 'update', 'delete']);
const DATABASES = new Set(['db', 'tx']);

function readModels(): ModelFunction[] {
  const folder = new URL('./', import.meta.url);
  return readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.server.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return readModel(file, text);
    });
}

function readModel(file: string, text: string): ModelFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: ModelFunction[] = [];
  const add = (name: string, node: ts.FunctionLikeDeclaration, isExported: boolean) =>
    found.push({ name, file, isExported, ...look(node, source) });
  const isExported = (node: ts.Node) =>
    ts.canHaveModifiers(node) &&
    !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      add(statement.name.text, statement, isExported(statement));
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const isFunction =
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
      if (isFunction) add(name.getText(source), initializer, isExported(statement));
    }
  }
  return found;
}

/** Whether a name is the key of an object's property, which calls nothing. */
const isKey = (name: ts.Identifier) =>
  ts.isPropertyAssignment(name.parent) && name.parent.name === name;

function look(node: ts.FunctionLikeDeclaration, source: ts.SourceFile) {
  const uses = new Set<string>();
  const rules: string[] = [];
  let writes = false;
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child) && !isKey(child)) uses.add(child.text);
    if (ts.isCallExpression(child)) {
      const { expression: callee, arguments: given } = child;
      if (ts.isPropertyAccessExpression(callee) && WRITES.has(callee.name.text)) {
        const receiver = callee.expression;
        const last = ts.isPropertyAccessExpression(receiver) ? receiver.name : receiver;
        if (ts.isIdentifier(last) && DATABASES.has(last.text)) writes = true;
      }
      if (ts.isIdentifier(callee) && callee.text === 'insertRows') writes = true;
      const rule = given[1];
      if (ts.isIdentifier(callee) && ['can', 'assertCan'].includes(callee.text) && rule) {
        rules.push(ts.isStringLiteral(rule) ? rule.text : rule.getText(source));
      }
    }
    ts.forEachChild(child, visit);
  };
  if (node.body) visit(node.body);
  const takesActor = node.parameters.some(({ type }) => {
    const text = type?.getText(source) ?? '';
    if (/\bactor\b/.test(text)) return true;
    // A named type of the same file: look at its members.
    return source.statements.some(
      (statement) =>
        ts.isInterfaceDeclaration(statement) &&
        statement.name.text === text &&
        statement.members.some((member) => member.name?.getText(source) === 'actor'),
    );
  });
  return { takesActor, rules, writes, uses };
}

/** Propagates a property from functions to their callers, until nothing changes. */
function spread(all: ModelFunction[], starts: (one: ModelFunction) => boolean): Set<ModelFunction> {
  const reached = new Set(all.filter(starts));
  const callees = ({ file, uses }: ModelFunction) =>
    all.filter((other) => uses.has(other.name) && (other.isExported || other.file === file));
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const one of all) if (callees(one).some((callee) => reached.has(callee))) reached.add(one);
  }
  return reached;
}

/** The exported writes in a set of functions that take no actor or check nothing. */
function unasked(all: ModelFunction[]): string[] {
  const writing = spread(all, ({ writes }) => writes);
  const asking = spread(all, ({ rules }) => rules.length > 0);
  return all
    .filter((one) => one.isExported && writing.has(one))
    .filter((one) => !one.takesActor || !asking.has(one))
    .map(({ name }) => name);
}

const models = readModels();

test('every write takes an actor and calls access.ts, except the internal ones', () => {
  expect(unasked(models).sort()).toEqual(Object.values(INTERNAL).flat().sort());
});

test('a write without a check is found, however deep it writes', () => {
  const write = 'async function write(tx: Db) { await tx.delete(photos); }';
  const find = (text: string) => unasked(readModel('made-up.server.ts', `${write}\n${text}`));
  const none = `export const drop = (db: Db) => db.transaction((tx) => write(tx));`;
  expect(find(none)).toEqual(['drop']);
  expect(find(`export function drop({ db }: Deps) { return db.insert(photos); }`)).toEqual([
    'drop',
  ]);
  expect(find(`export function drop(deps: Deps) { return deps.db.update(x); }`)).toEqual(['drop']);
  const unused = `export function drop(db: Db, { actor }: { actor: Actor }) { return write(db); }`;
  expect(find(unused)).toEqual(['drop']);
  const asking = `export function drop(db: Db, { actor }: { actor: Actor }) {
    assertCan(actor, 'photo.delete', {});
    return write(db);
  }`;
  expect(find(asking)).toEqual([]);
});
