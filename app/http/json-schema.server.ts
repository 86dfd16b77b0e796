import { z } from 'zod';
import { isErrorCode, type ErrorCode } from '~/models/errors';

/** The part of JSON Schema that describes our calls. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: (string | number)[];
  const?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  additionalProperties?: boolean | JsonSchema;
  $defs?: Record<string, JsonSchema>;
  $schema?: string;
}

/** Where a document keeps the schemas that have a name. */
export const SCHEMAS = '#/components/schemas/';

/**
 * Turns schemas into JSON Schema, and collects those with a name.
 * @returns the converter, and the named ones so far
 */
export function jsonSchemas() {
  const named: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const made: JsonSchema = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // JSON has no dates: they are written as text.
        if (zodSchema._zod.def.type === 'date') {
          Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
        }
        // The format says the same in one word.
        if (jsonSchema.format) delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    }) as JsonSchema;
    const text = JSON.stringify(made).replaceAll('"#/$defs/', `"${SCHEMAS}`);
    const { $defs, ...rest } = JSON.parse(text) as JsonSchema;
    delete rest.$schema;
    Object.assign(named, $defs);
    return rest;
  };
  return { named, convert };
}

/**
 * The error codes that a schema has as messages. Zod documents `_zod.def` for tools that read schemas; its JSON Schema
 * leaves messages out.
 */
export function codesOf(schema: z.ZodType): ErrorCode[] {
  const codes = new Set<ErrorCode>();
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if ('_zod' in part) return visit((part._zod as { def: unknown }).def);
    if ('error' in part && typeof part.error === 'function') {
      const code: unknown = part.error({});
      if (isErrorCode(code)) codes.add(code);
    }
    Object.values(part).forEach(visit);
  };
  visit(schema);
  return [...codes];
}
