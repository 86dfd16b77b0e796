import type { S3Access } from '~/services/storage/s3.server';

/** The variables that have a server keep its photos in a bucket. */
export function s3Variables(access: S3Access): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix = '' } = access;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
  };
}
