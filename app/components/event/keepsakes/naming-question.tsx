import { paths } from '~/paths';
import { PostForm } from '~/components/ui/post-form';
import type { NamingView } from '../keepsake-views';

/**
 * Asks whether the reader's first name may appear on shared pictures, until they have answered (rule `share.names`).
 * @param next the path that follows the answer
 */
export function NamingQuestion({ naming, next }: { naming: NamingView; next: string }) {
  return (
    <PostForm action={paths.naming()} className="note my-3">
      <div className="grid min-w-0 flex-1 gap-3">
        <div>
          <strong>{naming.question}</strong> {naming.text}
        </div>
        <input type="hidden" name="next" value={next} />
        <div className="flex flex-wrap gap-2">
          <button className="button quiet slim" name="named" value="true">
            {naming.yes}
          </button>
          <button className="button quiet slim" name="named" value="false">
            {naming.no}
          </button>
        </div>
      </div>
    </PostForm>
  );
}
