import type { ComponentChildren, VNode } from 'preact';

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** One that is wider than the screen is scrolled, with the keyboard too. */
export const Table = ({ label, columns, children }: TableProps): VNode => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
