//! Pictures as files of a folder.

use crate::exit::Failure;
use crate::print::{self, count};
use crate::whole_file;
use clap::ValueEnum;
use std::path::PathBuf;
use strata_report::analysis::Analysis;
use strata_report::plot::{Picture, Size, Theme, compare_png, compare_svg, png, svg};

/// Where pictures go and how they look.
#[derive(clap::Args, Clone)]
pub struct PlotArgs {
    /// Write plots to this folder: NAME-light.svg, NAME-dark.png and so on
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// The kind of files
    #[arg(long, value_enum, value_delimiter = ',', requires = "plots", default_values = ["svg", "png"])]
    plot_format: Vec<PlotFormat>,
    /// Light or dark
    #[arg(long, value_enum, value_delimiter = ',', requires = "plots", default_values = ["light", "dark"])]
    theme: Vec<ThemeArg>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlotFormat {
    Svg,
    Png,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeArg {
    Light,
    Dark,
}

impl PlotArgs {
    /// Writes the pictures of an analysis, if they are wanted.
    pub fn write(&self, analysis: &Analysis) -> Result<(), Failure> {
        for picture in Picture::ALL.into_iter().filter(|picture| picture.is_known(analysis)) {
            self.write_one(
                picture.name(),
                |theme| svg(analysis, picture, theme, Size::WIDE),
                |theme| png(analysis, picture, theme, Size::WIDE),
            )?;
        }
        self.tell()
    }

    /// Writes the picture of several, if it is wanted.
    pub fn write_comparison(&self, analyses: &[Analysis]) -> Result<(), Failure> {
        self.write_one(
            "compare",
            |theme| compare_svg(analyses, theme, Size::WIDE),
            |theme| compare_png(analyses, theme, Size::WIDE),
        )?;
        self.tell()
    }

    fn write_one(
        &self,
        name: &str,
        svg: impl Fn(Theme) -> String,
        png: impl Fn(Theme) -> Vec<u8>,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.plots else { return Ok(()) };
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::bad_input(format!("can't make the folder {}: {error}", folder.display()))
        })?;
        for &theme in &self.theme {
            let (theme, word) = match theme {
                ThemeArg::Light => (Theme::Light, "light"),
                ThemeArg::Dark => (Theme::Dark, "dark"),
            };
            for format in &self.plot_format {
                let (bytes, ending) = match format {
                    PlotFormat::Svg => (svg(theme).into_bytes(), "svg"),
                    PlotFormat::Png => (png(theme), "png"),
                };
                whole_file::write(&folder.join(format!("{name}-{word}.{ending}")), &bytes)?;
            }
        }
        Ok(())
    }

    fn tell(&self) -> Result<(), Failure> {
        if let Some(folder) = &self.plots {
            let files = (self.theme.len() * self.plot_format.len()) as u64;
            let each = count(files, "file");
            print::notice(&format!("strata: plots are in {}, {each} each\n", folder.display()));
        }
        Ok(())
    }
}
