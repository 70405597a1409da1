// Recorded runs: begun, saved as files that the native program reads, and raced against.

const download = (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.textContent = name;
  return link;
};

export class Runs {
  constructor(by, walk, load) {
    Object.assign(this, { by, walk, load });
    const on = (id, event, act) => by(id).addEventListener(event, () => this.safely(act));
    on("record", "click", () => this.toggle());
    on("race", "click", () => this.script());
    on("load", "click", () => by("file").click());
    on("race-saved", "click", () => this.race(this.saved.commands_file, this.saved.commands));
    by("file").addEventListener("change", async () => {
      const file = by("file").files[0];
      by("file").value = "";
      if (file) await this.safely(() => this.take(file));
    });
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) this.safely(() => this.take(file));
    });
  }

  async safely(act) {
    try {
      await act();
    } catch (e) {
      this.walk.tell(e);
    }
  }

  get recording() {
    return this.walk.game.call("recording") >= 0;
  }

  toggle() {
    if (this.recording) return this.end();
    this.walk.record();
    this.was = true;
    this.note();
  }

  end() {
    this.saved = this.walk.game.saved();
    this.was = false;
    this.note();
    document.exitPointerLock?.();
    this.show();
  }

  /** What is being recorded, in the panel. A recording ends without files when the body is put elsewhere. */
  note() {
    const ticks = this.walk.game.call("recording");
    document.body.dataset.recording = ticks >= 0 ? "yes" : "no";
    this.by("record").firstChild.textContent = ticks >= 0 ? "End " : "Record ";
    const seconds = ((ticks * this.walk.msec) / 1000).toFixed(1);
    if (ticks >= 0) this.by("run-note").textContent = `Recording ${this.walk.names[this.walk.followed]}: ${seconds} s`;
    else if (this.was) {
      this.was = false;
      this.by("run-note").textContent = "The recording ended: its player was put elsewhere.";
    }
  }

  show() {
    const { by, saved } = this;
    const { path } = this.walk;
    const stem = saved.commands_file.replace(/\.txt$/, "");
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
    const states = `${stem}-states.txt`;
    by("saved-what").textContent = `${saved.ticks.toLocaleString("en")} ticks of ${saved.contestant} by the movement ${saved.profile}.`;
    by("downloads").replaceChildren(download(saved.commands_file, saved.commands), download(states, saved.states), download(`${stem}.ron`, saved.scene));
    by("saved-beside").textContent = path;
    by("saved-check").hidden = saved.moves;
    const quoted = (text) => (/[^\w./:+-]/.test(text) ? `'${text}'` : text);
    by("saved-replay").textContent = `compare replay --world ${quoted(path)}${this.walk.ownProfile ? "" : ` --profile ${saved.profile}`} --contestant ${saved.contestant} ${quoted(folder + saved.commands_file)} --check ${quoted(folder + states)}`;
    by("saved-compare").textContent = `compare ${quoted(`${folder}${stem}.ron`)}`;
    by("run-note").textContent = "";
    by("saved").showModal();
  }

  script() {
    this.walk.race("the script", this.walk.game.numbers("script", this.walk.followed));
    this.walk.canvas.focus();
  }

  race(name, text) {
    this.walk.race(name, this.walk.game.ghost(this.walk.followed, name, text));
  }

  /** A file that a person brings: a run to race, or a world to walk. */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.txt$/i.test(file.name)) this.race(file.name, bytes);
    else await this.load(file.name, bytes);
  }
}
