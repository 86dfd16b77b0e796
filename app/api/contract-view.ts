import type { ApiCall, ApiField, ApiView } from '~/components/api-docs/api-views';
import type { JsonSchema } from '~/http/json-schema.server';
import type { Who } from '~/http/method.server';
import {
  schemaName,
  type ApiDocument,
  type Operation,
  type Parameter,
} from '~/http/openapi.server';

const WHO: Record<Who, string> = {
  anyone: 'anyone',
  visit: 'members and visitors of an event',
  member: 'members of an event',
  organizer: 'organizers of an event',
  administrator: 'user 1, after a fresh check',
};

/** The page's view of the document. */
export function viewOf({ info, tags, paths, components }: ApiDocument): ApiView {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({ path, verb, operation })),
  );
  return {
    ...info,
    groups: tags.map(({ name }) => ({
      name,
      id: name.toLowerCase().replaceAll(' ', '-'),
      calls: calls
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, verb, operation }) => callOf(path, verb.toUpperCase(), operation)),
    })),
    shapes: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(schema),
    })),
  };
}

function callOf(path: string, verb: string, operation: Operation): ApiCall {
  const {
    operationId,
    summary,
    description = '',
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const bodies = Object.entries(requestBody?.content ?? {});
  // A form has the same fields as JSON.
  const isForm = (type: string) => type === 'application/x-www-form-urlencoded';
  const inputs = [
    { title: 'In the address', fields: parameters.map(fieldOfParameter) },
    ...bodies
      .filter(([type]) => bodies.length === 1 || !isForm(type))
      .map(([type, { schema = {} }]) => ({ title: type, fields: fieldsOf(schema) })),
  ];
  const [status = '', reply] =
    Object.entries(responses).find(([code]) => /^20[01]$/.test(code)) ?? [];
  const [type = '', { schema = undefined } = {}] = Object.entries(reply?.content ?? {})[0] ?? [];
  return {
    id: operationId,
    verb,
    path,
    who: WHO[operation['x-who']],
    summary,
    details: description,
    inputs: inputs.filter(({ fields }) => fields.length > 0),
    answer: {
      status,
      type,
      description: reply?.description ?? '',
      field: schema ? fieldOf('', schema, true) : null,
    },
    refusals: Object.entries(responses).flatMap(([code, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
        status: code,
        code: name,
        text: (value as { message: string }).message,
      })),
    ),
    curl: curlOf(path, verb, operation),
  };
}

function fieldsOf(schema: JsonSchema): ApiField[] {
  const { properties, required = [] } = schema;
  if (!properties) return [fieldOf('', schema, true)];
  return Object.entries(properties).map(([name, one]) =>
    fieldOf(name, one, required.includes(name)),
  );
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean): ApiField {
  return {
    name,
    type: typeOf(schema),
    shape: refOf(schema),
    isRequired,
    description: schema.description ?? '',
  };
}

const fieldOfParameter = ({ name, schema, required, description = '' }: Parameter): ApiField => ({
  ...fieldOf(name, schema, required),
  description,
});

function refOf({ $ref, items, anyOf }: JsonSchema): string | null {
  if ($ref) return schemaName($ref);
  const parts = items ? [items] : (anyOf ?? []);
  return parts.map(refOf).find((name) => name !== null) ?? null;
}

/** A schema in a few words. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, anyOf, items, properties, format } = schema;
  if ($ref) return schemaName($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return [format ?? [type ?? 'anything'].flat().join(' or '), limitsOf(schema)]
    .filter(Boolean)
    .join(', ');
}

function limitsOf({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters';
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? '' : `from ${least}${unit}`;
}

/** A command that makes the call. The first one that signs in stores the session in the file `jar`. */
function curlOf(path: string, verb: string, { parameters = [], requestBody }: Operation): string {
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    sampleOfParameter(name, parameters),
  );
  const asked = query
    .map(({ name }) => `${name}=${name === 'of' ? 'event,photos' : '1'}`)
    .join('&');
  const lines = ['curl -b jar -c jar'];
  if (verb !== 'GET') lines[0] += ` -X ${verb}`;
  const content = requestBody?.content ?? {};
  const json = content['application/json']?.schema;
  const form = content['multipart/form-data']?.schema;
  if (json) {
    const body = JSON.stringify(sampleOf(json, '')).replaceAll("'", '’');
    lines.push("-H 'Content-Type: application/json'", `-d '${body}'`);
  } else if (form) {
    lines.push('-F image=@photo.jpg');
    if (form.properties?.data) {
      lines.push(`-F 'data={"userId":2,"eventId":2,"position":1}'`);
    }
  }
  lines.push(`'$ORIGIN${address}${asked ? `?${asked}` : ''}'`.replaceAll("'", '"'));
  return lines.join(' \\\n  ');
}

function sampleOfParameter(name: string, parameters: readonly Parameter[]): string {
  return parameters.find((one) => one.name === name)?.schema.type === 'integer' ? '2' : name;
}

/** Values that a field of this name and schema accepts. */
function sampleOf(schema: JsonSchema, name: string): unknown {
  const { anyOf, properties, required = [], items, format, type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return sampleOf(anyOf[0], name);
  if (properties) {
    const fields = Object.entries(properties);
    const needed = fields.filter(([one]) => required.includes(one));
    const shown = needed.length > 0 ? needed : fields.slice(0, 1);
    return Object.fromEntries(shown.map(([one, part]) => [one, sampleOf(part, one)]));
  }
  if (type === 'array') return [sampleOf(items ?? { type: 'integer' }, name)];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 2, 2);
  if (format === 'date-time') return '2030-06-15T12:00:00Z';
  if (/date/i.test(name)) return '2030-06-15';
  if (/email/i.test(name)) return 'zoe@example.com';
  return SAMPLES[name] ?? 'Words';
}

const SAMPLES: Record<string, string> = {
  name: 'Zoé Martin',
  event: 'Summer party',
  organizerName: 'Ann Lee',
  plan: 'basic',
  planId: 'basic',
  username: 'admin',
};
