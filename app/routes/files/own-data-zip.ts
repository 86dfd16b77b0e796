import { defineFile, fileResponse } from '~/http/files.server';
import { packOwnData } from '~/models/own-data.server';
import { paths } from '~/paths';

/** /settings/data.zip: everything held about a member, for them alone. */
export const loader = defineFile({
  who: 'member',
  back: paths.settings(),
  answer: async (args, { user }) => {
    const { app } = args.context;
    const archive = await packOwnData(app, { user, now: app.now() });
    const title = `data-${user.name}`;
    const { identity } = archive;
    return fileResponse(args, { title, extension: 'zip', body: archive, identity });
  },
});
