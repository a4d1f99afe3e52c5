/** Members of groups. A change, and finding the largest group, take the same time for any number of members. */
export class Groups<Member> {
  readonly #groups = new Map<string, Set<Member>>();
  /** The index is the size of the groups. */
  readonly #bySize: Set<Set<Member>>[] = [];

  /** Adds a member, or makes it the newest of its group. */
  touch(group: string, member: Member): void {
    const members = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, members);
    if (members.delete(member)) members.add(member);
    else this.#resize(members, () => members.add(member));
  }

  delete(group: string, member: Member): void {
    const members = this.#groups.get(group);
    if (!members?.has(member)) return;
    this.#resize(members, () => members.delete(member));
    if (members.size === 0) this.#groups.delete(group);
  }

  /** The oldest member of a largest group. */
  first(): Member | undefined {
    while (this.#bySize.at(-1)?.size === 0) this.#bySize.pop();
    const [largest = new Set<Member>()] = this.#bySize.at(-1) ?? [];
    const [oldest] = largest;
    return oldest;
  }

  #resize(members: Set<Member>, change: () => void): void {
    this.#bySize[members.size]?.delete(members);
    change();
    if (members.size > 0) (this.#bySize[members.size] ??= new Set()).add(members);
  }
}
